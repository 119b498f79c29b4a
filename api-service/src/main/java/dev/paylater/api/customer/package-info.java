/** The customers of a merchant. */
@NullMarked
package dev.paylater.api.customer;

import org.jspecify.annotations.NullMarked;
