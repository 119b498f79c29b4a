/** The dialect of Afterpay and Clearpay: the global API, version 2. */
@NullMarked
package dev.paylater.simulator.afterpay;

import org.jspecify.annotations.NullMarked;
