/** One fault at a time under steady load: who is held up by it, how much, and for how long. */
@NullMarked
package dev.paylater.e2e.drill;

import org.jspecify.annotations.NullMarked;
