/** Pages for a merchant's developers and operators, on top of the public interface. */
@NullMarked
package dev.paylater.api.console;

import org.jspecify.annotations.NullMarked;
