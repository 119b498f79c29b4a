/** The dialect of Sezzle, version 2. */
@NullMarked
package dev.paylater.simulator.sezzle;

import org.jspecify.annotations.NullMarked;
