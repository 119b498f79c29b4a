/** A trace as a collector gets it. */
@NullMarked
package dev.paylater.e2e.trace;

import org.jspecify.annotations.NullMarked;
