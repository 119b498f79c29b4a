/** The dialect of Scalapay. */
@NullMarked
package dev.paylater.simulator.scalapay;

import org.jspecify.annotations.NullMarked;
