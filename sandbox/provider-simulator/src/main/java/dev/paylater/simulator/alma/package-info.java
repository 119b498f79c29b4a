/** The dialect of Alma. */
@NullMarked
package dev.paylater.simulator.alma;

import org.jspecify.annotations.NullMarked;
