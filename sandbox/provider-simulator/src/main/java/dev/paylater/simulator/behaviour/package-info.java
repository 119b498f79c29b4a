/** How badly a provider behaves at the moment, set by tests. */
@NullMarked
package dev.paylater.simulator.behaviour;

import org.jspecify.annotations.NullMarked;
