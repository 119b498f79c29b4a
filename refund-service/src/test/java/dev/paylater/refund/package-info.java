/** The service as a whole, against a real broker and store. */
@NullMarked
package dev.paylater.refund;

import org.jspecify.annotations.NullMarked;
