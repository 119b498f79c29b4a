/** Carries out the refunds for which a payment has reserved the amount. */
@NullMarked
package dev.paylater.refund;

import org.jspecify.annotations.NullMarked;
