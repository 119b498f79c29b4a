/** The simulator's own interface under /simulator. */
@NullMarked
package dev.paylater.simulator.control;

import org.jspecify.annotations.NullMarked;
