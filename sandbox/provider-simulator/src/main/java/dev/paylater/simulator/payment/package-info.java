/** What a payment at any provider is and may do: pure rules, without I/O, clock or protocol. */
@NullMarked
package dev.paylater.simulator.payment;

import org.jspecify.annotations.NullMarked;
