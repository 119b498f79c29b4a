/** Turns due times into commands, and counts what is late. */
@NullMarked
package dev.paylater.kernel.timer;

import org.jspecify.annotations.NullMarked;
