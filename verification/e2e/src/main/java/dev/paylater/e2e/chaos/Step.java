package dev.paylater.e2e.chaos;

/** What a merchant does with a payment once it is authorized. Amounts are minor units. */
sealed interface Step {

    /** Captures this much, the rest with 0; releases what remains when told so. */
    record Capture(long amount, boolean releaseRest) implements Step {}

    /** Two captures of this much at the same moment. */
    record CaptureTwice(long amount) implements Step {}

    record Cancel() implements Step {}

    /** Gives back a share of what is left. */
    record Refund(int percent) implements Step {}

    /** Several refunds of 60 % at the same moment, of which one may succeed. */
    record RefundRace(int refunds) implements Step {}
}
