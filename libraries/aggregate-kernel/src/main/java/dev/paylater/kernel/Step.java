package dev.paylater.kernel;

/** An event and the state right after it. */
public record Step<S, E>(Entry<E> entry, S after) {}
