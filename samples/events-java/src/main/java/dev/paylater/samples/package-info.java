/** How another team reads events. */
@NullMarked
package dev.paylater.samples;

import org.jspecify.annotations.NullMarked;
