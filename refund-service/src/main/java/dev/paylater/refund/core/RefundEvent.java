package dev.paylater.refund.core;

import dev.paylater.kernel.Waiter;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fact about a refund, as an auditor would read it. */
public sealed interface RefundEvent {

    record RefundCreated(RefundOrder order, List<Allocation> allocations, @Nullable Waiter waiter)
            implements RefundEvent {}

    /** The first request for a part. */
    record RefundRequested(String operationId, Instant notAfter, Instant nextInquiryAt)
            implements RefundEvent {}

    /** No worker had called the provider: the request was sent again, as good for as long. */
    record RefundRequestedAgain(String operationId, Instant nextInquiryAt) implements RefundEvent {}

    /** The provider did not know it: sent again under the same key. */
    record RefundRetried(String operationId, Instant notAfter, Instant nextInquiryAt)
            implements RefundEvent {}

    /** The worker made no call: the provider is known to be away, or too busy. */
    record ProviderNotCalled(String operationId, Instant nextInquiryAt) implements RefundEvent {}

    record OutcomeUnknown(String operationId, Instant nextInquiryAt) implements RefundEvent {}

    /** The provider refuses the account's credentials: nothing is decided, it is inquired later. */
    record AccountRefused(String operationId, @Nullable String reason, Instant nextInquiryAt)
            implements RefundEvent {}

    record RefundPending(String operationId, Instant nextInquiryAt, ProviderData data)
            implements RefundEvent {}

    record RefundInReview(String operationId, Instant nextInquiryAt, ProviderData data)
            implements RefundEvent {}

    record PartRefunded(String operationId, long amount, ProviderData data)
            implements RefundEvent {}

    record PartRefused(String operationId, ProviderError error, ProviderData data)
            implements RefundEvent {}

    /**
     * The refund has ended and money was given back.
     *
     * @param amount minor units; less than was requested when the provider refused the rest
     */
    record RefundSucceeded(long amount) implements RefundEvent {}

    /** The refund has ended and no money was given back. */
    record RefundFailed(ProviderError error) implements RefundEvent {}

    /**
     * A status inquiry was sent.
     *
     * @param inquiries how many there were by now since the latest request
     * @param onDemand somebody waits for the answer
     */
    record StatusInquired(
            String operationId,
            int inquiries,
            Instant nextInquiryAt,
            boolean onDemand,
            @Nullable Waiter waiter)
            implements RefundEvent {}

    /**
     * The answer to an inquiry changed nothing: recorded for those who wait for it, and where the
     * provider had said the opposite of an end that it now confirms.
     */
    record NothingNew(String operationId) implements RefundEvent {}

    /** An operator knows what came of a part; what follows from that are the next events. */
    record RefundSettled(
            String operationId,
            boolean succeeded,
            String operator,
            String reason,
            @Nullable Waiter waiter)
            implements RefundEvent {}

    record CallersAnswered(List<Waiter> waiters) implements RefundEvent {}

    /**
     * The provider said the opposite of what had been final, and it is not certain that this is its
     * last word: nothing changes, and it is inquired until it answers. What is certain are a part
     * refused or refunded, and a refund succeeded or failed, for a second time.
     *
     * @param providerApproved whether it is a refusal here and an approval there, or the reverse
     * @param nextInquiryAt when it is inquired again if the inquiry of now has no answer; null when
     *     it repeats the contradiction, or has not answered for days, and an operator must look
     */
    record RefundContradicted(
            String operationId, boolean providerApproved, @Nullable Instant nextInquiryAt)
            implements RefundEvent {}

    record RefundUpdated(@Nullable String reason, @Nullable String metadata)
            implements RefundEvent {}
}
