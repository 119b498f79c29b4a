/** Refunds against the real store. */
@NullMarked
package dev.paylater.refund.mongo;

import org.jspecify.annotations.NullMarked;
