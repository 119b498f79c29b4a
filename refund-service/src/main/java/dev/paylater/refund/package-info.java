/** The service that owns refunds. */
@NullMarked
package dev.paylater.refund;

import org.jspecify.annotations.NullMarked;
