/** Refunds over HTTP, for other services that act on behalf of a merchant. */
@NullMarked
package dev.paylater.refund.http;

import org.jspecify.annotations.NullMarked;
