package dev.paylater.refund.core;

import dev.paylater.provider.ProviderError;

/** Where one part of a refund stands at the provider. */
public sealed interface PartState {

    /** Its turn has not come: parts are refunded one after the other. */
    record Planned() implements PartState {}

    /** Something is under way at the provider, or is about to be. */
    sealed interface Open extends PartState {
        StatusInquiry inquiry();
    }

    /** Requested; no worker has reported what came of it. */
    record Requested(StatusInquiry inquiry) implements Open {}

    /** The worker did not call the provider; it is requested again at the next time. */
    record NotCalled(StatusInquiry inquiry) implements Open {}

    /** Called; whether the provider has it is not known. */
    record Unknown(StatusInquiry inquiry) implements Open {}

    /** The provider has it and has not decided. */
    record Pending(StatusInquiry inquiry) implements Open {}

    /** A human decides at the provider. */
    record InReview(StatusInquiry inquiry) implements Open {}

    /**
     * The money was given back.
     *
     * @param refunded minor units: what was requested, or less as an operator has found
     */
    record Refunded(long refunded) implements PartState {}

    record Refused(ProviderError error) implements PartState {}
}
