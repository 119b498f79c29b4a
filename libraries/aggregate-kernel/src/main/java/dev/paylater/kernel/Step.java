package dev.paylater.kernel;

import org.jspecify.annotations.Nullable;

/**
 * One event and the states around it.
 *
 * @param before null when the event made the thing
 */
public record Step<S, E>(@Nullable S before, Entry<E> entry, S after) {}
