/** Mandates: a customer's consent to later payments, which came with an earlier one. */
@NullMarked
package dev.paylater.api.mandate;

import org.jspecify.annotations.NullMarked;
