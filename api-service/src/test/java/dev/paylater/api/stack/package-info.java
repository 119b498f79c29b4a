/** A real broker, a real store and a stand-in for the registry, for tests of the shell. */
@NullMarked
package dev.paylater.api.stack;

import org.jspecify.annotations.NullMarked;
