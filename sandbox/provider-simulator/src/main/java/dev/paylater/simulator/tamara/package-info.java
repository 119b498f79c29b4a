/** The dialect of Tamara. */
@NullMarked
package dev.paylater.simulator.tamara;

import org.jspecify.annotations.NullMarked;
