/** What only services together show: queries of the one over the indexes of the other. */
@NullMarked
package dev.paylater.benchmarks;

import org.jspecify.annotations.NullMarked;
