@NullMarked
package dev.paylater.webhook.kafka;

import org.jspecify.annotations.NullMarked;
