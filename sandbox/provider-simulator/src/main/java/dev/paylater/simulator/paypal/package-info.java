/** The dialect of PayPal. */
@NullMarked
package dev.paylater.simulator.paypal;

import org.jspecify.annotations.NullMarked;
