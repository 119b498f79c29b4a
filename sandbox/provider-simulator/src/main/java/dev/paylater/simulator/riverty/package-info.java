/** The dialect of Riverty. */
@NullMarked
package dev.paylater.simulator.riverty;

import org.jspecify.annotations.NullMarked;
