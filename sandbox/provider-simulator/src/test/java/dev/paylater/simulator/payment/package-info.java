/** The rules by themselves. */
@NullMarked
package dev.paylater.simulator.payment;

import org.jspecify.annotations.NullMarked;
