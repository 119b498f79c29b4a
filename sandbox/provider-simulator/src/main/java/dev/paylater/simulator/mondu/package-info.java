/** The dialect of Mondu. */
@NullMarked
package dev.paylater.simulator.mondu;

import org.jspecify.annotations.NullMarked;
