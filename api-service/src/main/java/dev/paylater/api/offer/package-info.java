/** The ways to pay that a payment, or a basket before it, really has. */
@NullMarked
package dev.paylater.api.offer;

import org.jspecify.annotations.NullMarked;
