/** The dialect of Two. */
@NullMarked
package dev.paylater.simulator.two;

import org.jspecify.annotations.NullMarked;
