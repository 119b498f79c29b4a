package dev.paylater.orchestrator.payment;

import dev.paylater.kernel.InquirySchedule;
import dev.paylater.provider.ProviderError;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An amount reserved for a refund, and its status. refund-service executes it.
 *
 * @param handOverAt when refund-service is sent it again, unless it has told the end by then; null
 *     once it has, and in documents of versions that sent it once
 * @param postponed minor units that the provider gave back in all, after it had refused to or taken
 *     some back, while another refund has taken the amount; null: all is booked
 */
@RecordBuilder
public record Refund(
        String refundId,
        int sequence,
        Status status,
        long amount,
        @Nullable String reason,
        Map<String, String> details,
        @Nullable ProviderError error,
        String attemptId,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant handOverAt,
        @Nullable Long postponed)
        implements RefundBuilder.With {

    /**
     * How long the message to refund-service, and its answer, may take before both are repeated.
     */
    private static final Duration HANDED_OVER_WITHIN = Duration.ofMinutes(2);

    private static final Duration LONGEST_BETWEEN_HAND_OVERS = Duration.ofDays(1);

    private static final String METADATA = "metadata";

    /** Begins the ids of refunds that no merchant asked for. */
    public static final String UNWANTED = "late_";

    /** Begins the ids of refunds that the provider has made by itself. */
    public static final String FOUND = "found_";

    /** One that refund-service is about to be told of. */
    public Refund(
            String refundId,
            int sequence,
            Status status,
            long amount,
            @Nullable String reason,
            Map<String, String> details,
            @Nullable ProviderError error,
            String attemptId,
            Instant createdAt,
            Instant updatedAt) {
        this(
                refundId,
                sequence,
                status,
                amount,
                reason,
                details,
                error,
                attemptId,
                createdAt,
                updatedAt,
                createdAt.plus(HANDED_OVER_WITHIN),
                null);
    }

    /** Whether an id is of the kind that only this service gives. */
    public static boolean isReserved(String refundId) {
        return refundId.startsWith(UNWANTED) || refundId.startsWith(FOUND);
    }

    /**
     * Named after the provider's total, so that the same refund is the same one whenever found; a
     * total that comes again, after a refund that was no refund, gets a number.
     */
    public static Refund found(Payment payment, Attempt attempt, long total, Instant now) {
        var first = FOUND + attempt.attemptId() + "_" + total;
        var id = first;
        for (var number = 2; payment.refund(id).isPresent(); number++) {
            id = first + "_" + number;
        }
        return new Refund(
                id,
                payment.refunds().size() + 1,
                Status.SUCCEEDED,
                total - attempt.amounts().refunded(),
                "made at the provider",
                Map.of(),
                null,
                attempt.attemptId(),
                now,
                now);
    }

    public static String unwantedId(String attemptId, int number) {
        return UNWANTED + attemptId + (number == 1 ? "" : "_" + number);
    }

    public boolean isOfUnwantedMoney() {
        return refundId.startsWith(UNWANTED + attemptId);
    }

    /** Whether the provider has made it by itself. */
    public boolean isFound() {
        return refundId.startsWith(FOUND);
    }

    /** When refund-service is sent it again; empty once the end is known there and here. */
    public Optional<Instant> handOverDue() {
        return handOverAt == null && !status.isFinal()
                ? Optional.of(createdAt.plus(HANDED_OVER_WITHIN))
                : Optional.ofNullable(handOverAt);
    }

    /** The time after this one: as long from now as it has waited, a day at the most. */
    public Instant nextHandOver(Instant now) {
        return now.plus(
                InquirySchedule.part(
                        Duration.between(createdAt, now),
                        1,
                        HANDED_OVER_WITHIN,
                        LONGEST_BETWEEN_HAND_OVERS));
    }

    /** What it keeps other refunds from taking. */
    public long reserved() {
        return status == Status.FAILED ? 0 : amount;
    }

    /** With another reason and other metadata; null: as they are. */
    public Refund updated(@Nullable String newReason, @Nullable String metadata) {
        var updated = newReason == null ? this : withReason(newReason);
        if (metadata == null) {
            return updated;
        }
        var changed = new HashMap<>(details);
        changed.put(METADATA, metadata);
        return updated.withDetails(Map.copyOf(changed));
    }

    /** The refund statuses of the interface. */
    public enum Status {
        PENDING,
        REVIEW,
        SUCCEEDED,
        FAILED;

        public boolean isFinal() {
            return this == SUCCEEDED || this == FAILED;
        }
    }
}
