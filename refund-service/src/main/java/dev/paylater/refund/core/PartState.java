package dev.paylater.refund.core;

/** Where one part of a refund stands at the provider. */
public sealed interface PartState {

    /** Its turn has not come: parts are refunded one after the other. */
    record Planned() implements PartState {}

    /** Something is out at the provider, or is about to be. */
    sealed interface Open extends PartState {
        Inquiry inquiry();
    }

    /** Requested; no worker has told what came of it. */
    record Requested(Inquiry inquiry) implements Open {}

    /** The worker did not call the provider; it is requested again at the next time. */
    record NotCalled(Inquiry inquiry) implements Open {}

    /** Called, and nobody knows whether the provider has it. */
    record Unknown(Inquiry inquiry) implements Open {}

    /** The provider has it and has not decided. */
    record Pending(Inquiry inquiry) implements Open {}

    /** A human decides at the provider. */
    record InReview(Inquiry inquiry) implements Open {}

    /**
     * The money was given back.
     *
     * @param refunded minor units, at most what was asked for
     */
    record Refunded(long refunded) implements PartState {}

    record Refused(ConnectorError error) implements PartState {}
}
