/** The customer's way to the provider and back. */
@NullMarked
package dev.paylater.api.redirect;

import org.jspecify.annotations.NullMarked;
