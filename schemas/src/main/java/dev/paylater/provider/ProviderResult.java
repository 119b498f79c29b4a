package dev.paylater.provider;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What came of one request to a provider: the one type for it from the connector that reads the
 * answer to the state machine that acts on it.
 *
 * @param amount minor units that the result is good for; null: the amount of the request. Only with
 *     APPROVED, CAPTURED and IN_REVIEW
 * @param decline with DECLINED, and only then
 * @param nextAction with REQUIRES_ACTION, and only then
 * @param inquireAfter the earliest time for the next inquiry, if the provider gave one
 * @param reason for people: why the result is UNKNOWN, NOT_EXECUTED or UNAUTHORIZED
 * @param books what the provider has taken and given back, where its answer shows that
 */
public record ProviderResult(
        Status status,
        @Nullable Long amount,
        @Nullable Decline decline,
        @Nullable NextAction nextAction,
        @Nullable Instant inquireAfter,
        @Nullable String reason,
        ProviderData data,
        @Nullable ProviderBooks books) {

    /** How a provider can answer. An unknown outcome is one of these, never an exception. */
    public enum Status {
        /** Done as requested. */
        APPROVED,
        /** An authorization that was captured in the same step. */
        CAPTURED,
        /** The provider has it and has not decided. */
        PENDING,
        /** The customer has to do something first. */
        REQUIRES_ACTION,
        /** Held, and left to a person's decision: the merchant's or the provider's. */
        IN_REVIEW,
        /** Refused. */
        DECLINED,
        /** The provider does not know the request that was inquired about. */
        NOT_FOUND,
        /** No call was made, now or ever, for this delivery of the request. */
        NOT_EXECUTED,
        /**
         * The provider refused the account's credentials: the account's fault, not the payment's.
         */
        UNAUTHORIZED,
        /** Nobody knows whether the provider has it: a timeout, a broken connection, a 5xx. */
        UNKNOWN
    }

    public ProviderResult {
        if ((status == Status.DECLINED) != (decline != null)) {
            throw new IllegalArgumentException("A decline goes with DECLINED: " + status);
        }
        if ((status == Status.REQUIRES_ACTION) != (nextAction != null)) {
            throw new IllegalArgumentException(
                    "A next action goes with REQUIRES_ACTION: " + status);
        }
        if (amount != null
                && status != Status.APPROVED
                && status != Status.CAPTURED
                && status != Status.IN_REVIEW) {
            throw new IllegalArgumentException("No amount goes with " + status);
        }
    }

    public static ProviderResult approved() {
        return of(Status.APPROVED);
    }

    public static ProviderResult approved(long amount) {
        return withAmount(Status.APPROVED, amount);
    }

    public static ProviderResult captured() {
        return of(Status.CAPTURED);
    }

    public static ProviderResult captured(long amount) {
        return withAmount(Status.CAPTURED, amount);
    }

    public static ProviderResult pending() {
        return of(Status.PENDING);
    }

    public static ProviderResult pending(@Nullable Instant inquireAfter) {
        return new ProviderResult(
                Status.PENDING, null, null, null, inquireAfter, null, ProviderData.NONE, null);
    }

    public static ProviderResult requiresAction(NextAction action) {
        return new ProviderResult(
                Status.REQUIRES_ACTION, null, null, action, null, null, ProviderData.NONE, null);
    }

    public static ProviderResult inReview() {
        return of(Status.IN_REVIEW);
    }

    public static ProviderResult inReview(long amount) {
        return withAmount(Status.IN_REVIEW, amount);
    }

    public static ProviderResult declined(Decline.Outcome outcome, ProviderError error) {
        return new ProviderResult(
                Status.DECLINED,
                null,
                new Decline(outcome, error),
                null,
                null,
                null,
                ProviderData.NONE,
                null);
    }

    /** Refused by the connector itself: the provider could not use what it would be sent. */
    public static ProviderResult invalid(String message) {
        return declined(
                Decline.Outcome.FAILURE, ProviderError.of(UnifiedError.INVALID_DATA, message));
    }

    public static ProviderResult notFound() {
        return of(Status.NOT_FOUND);
    }

    public static ProviderResult notExecuted(String reason) {
        return withReason(Status.NOT_EXECUTED, reason, null);
    }

    public static ProviderResult unauthorized(String reason) {
        return withReason(Status.UNAUTHORIZED, reason, null);
    }

    public static ProviderResult unknown(String reason) {
        return withReason(Status.UNKNOWN, reason, null);
    }

    public static ProviderResult unknown(String reason, @Nullable Instant inquireAfter) {
        return withReason(Status.UNKNOWN, reason, inquireAfter);
    }

    /** The result with provider data. */
    public ProviderResult with(ProviderData extra) {
        return new ProviderResult(
                status, amount, decline, nextAction, inquireAfter, reason, extra, books);
    }

    /** The result with what the provider's books say. */
    public ProviderResult with(@Nullable ProviderBooks shown) {
        return new ProviderResult(
                status, amount, decline, nextAction, inquireAfter, reason, data, shown);
    }

    /** The amount that the result is good for. */
    public long amountOr(long requested) {
        return amount == null ? requested : amount;
    }

    /**
     * The refusal.
     *
     * @throws NullPointerException when it is not DECLINED
     */
    public Decline requireDecline() {
        return Objects.requireNonNull(decline, "decline");
    }

    /**
     * What the customer has to do.
     *
     * @throws NullPointerException when it is not REQUIRES_ACTION
     */
    public NextAction requireNextAction() {
        return Objects.requireNonNull(nextAction, "nextAction");
    }

    private static ProviderResult of(Status status) {
        return new ProviderResult(status, null, null, null, null, null, ProviderData.NONE, null);
    }

    private static ProviderResult withAmount(Status status, long amount) {
        return new ProviderResult(status, amount, null, null, null, null, ProviderData.NONE, null);
    }

    private static ProviderResult withReason(
            Status status, String reason, @Nullable Instant inquireAfter) {
        return new ProviderResult(
                status, null, null, null, inquireAfter, reason, ProviderData.NONE, null);
    }
}
