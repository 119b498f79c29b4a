/**
 * What connectors are made of: an operation is a row (its call, where the answer lies, how it is
 * found again), and what most providers do alike is a part. Pure functions and values: no I/O, no
 * clock, no framework.
 */
@NullMarked
package dev.paylater.connector.kit;

import org.jspecify.annotations.NullMarked;
