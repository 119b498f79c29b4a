/** How another team reads events. */
@NullMarked
package dev.paylater.samples.spring;

import org.jspecify.annotations.NullMarked;
