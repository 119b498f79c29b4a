package dev.paylater.simulator.book;

/** What came of doing something at most once per idempotency key. */
public sealed interface Once {

    /** It was done, now or before. */
    sealed interface Done extends Once {}

    record Decided(KeyOutcome decision) implements Done {}

    record Repeated(ProviderAnswer answer) implements Done {}

    /** The key was used for another request. */
    record Reused() implements Once {}
}
