/** Turns due times into commands. */
@NullMarked
package dev.paylater.refund.timer;

import org.jspecify.annotations.NullMarked;
