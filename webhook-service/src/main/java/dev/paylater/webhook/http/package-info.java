/** Deliveries over HTTP, for other services that act on behalf of a merchant. */
@NullMarked
package dev.paylater.webhook.http;

import org.jspecify.annotations.NullMarked;
