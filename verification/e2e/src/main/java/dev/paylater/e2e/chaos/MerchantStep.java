package dev.paylater.e2e.chaos;

/** What a merchant does with a payment once it is authorized. Amounts are minor units. */
sealed interface MerchantStep {

    /** Captures this much, the rest with 0; releases what remains when told so. */
    record Capture(long amount, boolean releaseRest) implements MerchantStep {}

    /** Two captures of this much at the same moment. */
    record CaptureTwice(long amount) implements MerchantStep {}

    /** Records what merchant and customer settle between themselves; the rest with 0. */
    record CaptureDirect(long amount) implements MerchantStep {}

    record Cancel() implements MerchantStep {}

    /** Confirms once more what has failed, as a customer whom the provider approves. */
    record TryAgain() implements MerchantStep {}

    /** The customer objects to a share of what is left, and it ends so. */
    record Dispute(int percent, DisputeEnd end) implements MerchantStep {}

    /** Asks for more than is left, after some was lost in a dispute. */
    record RefundLost() implements MerchantStep {}

    /** Gives back a share of what is left. */
    record Refund(int percent) implements MerchantStep {}

    /** Several refunds of 60 % at the same moment, of which one may succeed. */
    record RefundRace(int refunds) implements MerchantStep {}
}
