package dev.paylater.orchestrator.payment;

import dev.paylater.provider.ProviderError;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A customer's or bank's objection, as the provider reports it.
 *
 * @param challengeRequiredBy until when the provider takes evidence
 * @param response the merchant's latest response to it
 */
@RecordBuilder
public record Dispute(
        String disputeId,
        String disputeStage,
        String disputeStatus,
        long amount,
        String currency,
        String connector,
        String connectorDisputeId,
        @Nullable String connectorStatus,
        @Nullable String connectorReason,
        @Nullable String connectorReasonCode,
        @Nullable Instant challengeRequiredBy,
        @Nullable Instant connectorCreatedAt,
        @Nullable Instant connectorUpdatedAt,
        Instant createdAt,
        @Nullable Response response)
        implements DisputeBuilder.With {

    public static final String OPENED = "dispute_opened";
    public static final String ACCEPTED = "dispute_accepted";
    public static final String CHALLENGED = "dispute_challenged";

    /** One that has expired was not contested in time. */
    private static final List<String> LOST = List.of(ACCEPTED, "dispute_lost", "dispute_expired");

    /** Of a stage, in their order; every other status ends it. */
    public static final List<String> OPEN = List.of(OPENED, CHALLENGED);

    /**
     * An acceptance or a challenge.
     *
     * @param confirmedAt when the provider was known to have taken it
     * @param error why the provider did not take it
     */
    public record Response(
            String operationId, @Nullable Instant confirmedAt, @Nullable ProviderError error) {}

    boolean isOpen() {
        return OPEN.contains(disputeStatus);
    }

    /** Whether the customer has got the disputed amount back by it. */
    public boolean isLost() {
        return LOST.contains(disputeStatus);
    }

    /** Whether the merchant's latest response was made by this operation. */
    public boolean isAnsweredBy(String operationId) {
        return response != null && response.operationId().equals(operationId);
    }

    /** Whether the provider has taken the merchant's latest response. */
    public boolean isAnswered() {
        return response != null && response.confirmedAt() != null;
    }

    /** What the provider has reported since the request counts for more. */
    public Dispute confirmed(String status, String operationId, Instant at) {
        var confirmed = withResponse(new Response(operationId, at, null));
        return disputeStatus.equals(OPENED) ? confirmed.withDisputeStatus(status) : confirmed;
    }

    /** A provider's report of a dispute that is known, with what only we know of it. */
    public Dispute following(Dispute known) {
        return withCreatedAt(known.createdAt).withResponse(known.response);
    }

    /**
     * What can be refunded of an attempt: minor units. What is lost in another currency cannot be
     * compared, so that nothing is left then.
     */
    public static long refundable(Payment payment, Attempt attempt, List<Dispute> lost) {
        var left = attempt.amounts().refundable();
        for (var dispute : lost) {
            left =
                    dispute.currency().equals(payment.intent().currency())
                            ? Math.max(0, left - dispute.amount())
                            : 0;
        }
        return left;
    }
}
