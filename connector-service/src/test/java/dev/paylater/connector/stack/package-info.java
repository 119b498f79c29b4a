/** The service as a whole, and what stands at both of its ends, for tests of the shell. */
@NullMarked
package dev.paylater.connector.stack;

import org.jspecify.annotations.NullMarked;
