/**
 * The real cores and shells in one thread, on a log, stores, a network and providers in memory,
 * under a clock that a seed drives: every interleaving, loss, repetition and crash can be repeated.
 */
@NullMarked
package dev.paylater.simulation;

import org.jspecify.annotations.NullMarked;
