package dev.paylater.simulator.book;

/** What came of doing something at most once per idempotency key. */
public sealed interface Once {
    record Decided(Decision decision) implements Once {}

    record Repeated(Answer answer) implements Once {}

    /** The key was used for another request. */
    record Reused() implements Once {}
}
