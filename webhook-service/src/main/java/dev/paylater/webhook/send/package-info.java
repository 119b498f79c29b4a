/** Calls merchants' endpoints. */
@NullMarked
package dev.paylater.webhook.send;

import org.jspecify.annotations.NullMarked;
