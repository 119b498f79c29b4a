/** What each step of a payment costs by itself, in microseconds of one core. */
@NullMarked
package dev.paylater.benchmarks;

import org.jspecify.annotations.NullMarked;
