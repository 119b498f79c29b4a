/** What must hold while processes die, stop, come and go. */
@NullMarked
package dev.paylater.e2e.chaos;

import org.jspecify.annotations.NullMarked;
