/** Measures of the code itself. */
@NullMarked
package dev.paylater.e2e.house;

import org.jspecify.annotations.NullMarked;
