@NullMarked
package dev.paylater.webhook.delivery;

import org.jspecify.annotations.NullMarked;
