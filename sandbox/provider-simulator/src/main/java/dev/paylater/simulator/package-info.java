/** Starts the simulator and wires its parts. */
@NullMarked
package dev.paylater.simulator;

import org.jspecify.annotations.NullMarked;
