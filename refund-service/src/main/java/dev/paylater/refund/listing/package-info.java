/** Finds refunds by any combination of conditions, and counts them, in a few milliseconds. */
@NullMarked
package dev.paylater.refund.listing;

import org.jspecify.annotations.NullMarked;
