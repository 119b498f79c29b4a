package dev.paylater.orchestrator.payment;

import dev.paylater.provider.Decline;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderError;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far an attempt has come, and what only an attempt there knows. */
public sealed interface AttemptStage {

    /** The provider has been asked to authorize and has not decided. */
    sealed interface Undecided extends AttemptStage {}

    record Started() implements Undecided {}

    /** By external 3-D Secure. */
    record Authenticated() implements Undecided {}

    /** The customer has done their part, and the provider is asked to complete it. */
    record Authorizing(@Nullable Instant deadline) implements Undecided {}

    /** A result came that decides nothing. */
    record Pending(@Nullable Instant deadline) implements Undecided {}

    /**
     * The customer has to act.
     *
     * @param deadline when the provider is asked for the last time
     * @param error of a void that was refused
     */
    record AwaitingCustomer(NextAction nextAction, Instant deadline, @Nullable ProviderError error)
            implements AttemptStage {}

    /**
     * Authorized, and held until the merchant decides.
     *
     * @param error of a void that was refused
     */
    record InReview(@Nullable ProviderError error) implements AttemptStage {}

    /** Authorized: its amounts tell what was taken of it. */
    sealed interface Open extends AttemptStage {}

    record Authorized() implements Open {}

    /** The latest capture was refused. */
    record CaptureFailed(ProviderError error) implements Open {}

    /** The latest void or release was refused. */
    record VoidFailed(ProviderError error) implements Open {}

    /** Nothing that happens to it changes the payment any more. */
    sealed interface Ended extends AttemptStage {}

    /**
     * Ended without an authorization.
     *
     * @param retryable whether another confirm is allowed while the session lasts
     */
    record Declined(Decline.Outcome outcome, ProviderError error, boolean retryable)
            implements Ended {}

    /** Ended with nothing taken of it. */
    record Voided() implements Ended {}

    /** Why the provider refused what was requested last, if it did. */
    default @Nullable ProviderError error() {
        return null;
    }

    /** Until when the customer may act, if they were sent to the provider. */
    default @Nullable Instant deadline() {
        return null;
    }

    /** Whether it ended in one of the failed statuses. */
    default boolean hasFailed() {
        return this instanceof Declined(var outcome, _, _) && outcome != Decline.Outcome.VOIDED;
    }

    /** The stage once a void or release was requested (null) or refused (the provider's error). */
    default AttemptStage withVoidError(@Nullable ProviderError refused) {
        return switch (this) {
            case AwaitingCustomer(var action, var deadline, _) ->
                    new AwaitingCustomer(action, deadline, refused);
            case InReview _ -> new InReview(refused);
            case Open _ -> refused == null ? new Authorized() : new VoidFailed(refused);
            case Undecided _, Ended _ -> this;
        };
    }
}
