/** The dialect of Affirm. */
@NullMarked
package dev.paylater.simulator.affirm;

import org.jspecify.annotations.NullMarked;
