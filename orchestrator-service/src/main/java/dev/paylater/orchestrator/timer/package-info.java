/** Turns due times into commands. */
@NullMarked
package dev.paylater.orchestrator.timer;

import org.jspecify.annotations.NullMarked;
