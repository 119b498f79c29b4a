/** Takes in what is published about payments and refunds. */
@NullMarked
package dev.paylater.webhook.kafka;

import org.jspecify.annotations.NullMarked;
