package dev.paylater.e2e.chaos;

/** What a merchant does with a payment once it is authorized. Amounts are minor units. */
sealed interface Step {

    /** Captures this much, the rest with 0; releases what remains when told so. */
    record Capture(long amount, boolean releaseRest) implements Step {}

    /** Two captures of this much at the same moment. */
    record CaptureTwice(long amount) implements Step {}

    /** Records what merchant and customer settle between themselves; the rest with 0. */
    record CaptureDirect(long amount) implements Step {}

    record Cancel() implements Step {}

    /** Confirms once more what has failed, as a customer whom the provider approves. */
    record TryAgain() implements Step {}

    /** The customer objects to a share of what is left, and it ends so. */
    record Dispute(int percent, DisputeEnd end) implements Step {}

    /** Asks for more than is left, after some was lost in a dispute. */
    record RefundLost() implements Step {}

    /** Gives back a share of what is left. */
    record Refund(int percent) implements Step {}

    /** Several refunds of 60 % at the same moment, of which one may succeed. */
    record RefundRace(int refunds) implements Step {}
}
