/** The dialect of the sandbox provider, as README.md describes it. */
@NullMarked
package dev.paylater.simulator.sandbox;

import org.jspecify.annotations.NullMarked;
