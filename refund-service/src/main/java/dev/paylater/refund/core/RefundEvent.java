package dev.paylater.refund.core;

import dev.paylater.kernel.Waiter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fact about a refund, as an auditor would read it. */
public sealed interface RefundEvent {

    record RefundCreated(RefundOrder order, List<Allocation> allocations, @Nullable Waiter waiter)
            implements RefundEvent {}

    /** The first request for a part. */
    record RefundRequested(String operationId, Instant notAfter, Instant nextAskAt)
            implements RefundEvent {}

    /** No worker had called the provider: the request was sent again, as good for as long. */
    record RefundRequestedAgain(String operationId, Instant nextAskAt) implements RefundEvent {}

    /** The provider never heard of it: sent again under the same key. */
    record RefundRepeated(String operationId, Instant notAfter, Instant nextAskAt)
            implements RefundEvent {}

    /** The worker made no call: the provider is known to be away, or too busy. */
    record ProviderNotCalled(String operationId, Instant nextAskAt) implements RefundEvent {}

    record OutcomeUnknown(String operationId, Instant nextAskAt) implements RefundEvent {}

    record RefundPending(String operationId, Instant nextAskAt, ProviderFacts facts)
            implements RefundEvent {}

    record RefundInReview(String operationId, Instant nextAskAt, ProviderFacts facts)
            implements RefundEvent {}

    record PartRefunded(String operationId, long amount, ProviderFacts facts)
            implements RefundEvent {}

    record PartRefused(String operationId, ConnectorError error, ProviderFacts facts)
            implements RefundEvent {}

    /**
     * The refund has ended and money was given back.
     *
     * @param amount minor units; less than was asked for when the provider refused the rest
     */
    record RefundSucceeded(long amount) implements RefundEvent {}

    /** The refund has ended and no money was given back. */
    record RefundFailed(ConnectorError error) implements RefundEvent {}

    /**
     * A question went out.
     *
     * @param asks how many there were by now since the latest request
     * @param onDemand somebody waits for the answer
     */
    record ProviderAsked(
            String operationId,
            int asks,
            Instant nextAskAt,
            boolean onDemand,
            @Nullable Waiter waiter)
            implements RefundEvent {}

    /** The answer to a question that somebody waits for told nothing new. */
    record NothingNew(String operationId) implements RefundEvent {}

    record CallersAnswered(List<Waiter> waiters) implements RefundEvent {}

    /**
     * The provider said the opposite of what had been final. Nothing changes; somebody must look.
     *
     * @param providerApproved whether it is a refusal here and an approval there, or the reverse
     */
    record RefundContradicted(String operationId, boolean providerApproved)
            implements RefundEvent {}

    record RefundDescribed(@Nullable String reason, @Nullable String metadata)
            implements RefundEvent {}
}
