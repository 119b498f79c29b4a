/** A payment's page: its story, what can be done with it, and what was said to its provider. */
@NullMarked
package dev.paylater.api.console.payment;

import org.jspecify.annotations.NullMarked;
