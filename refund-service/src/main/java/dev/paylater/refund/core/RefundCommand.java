package dev.paylater.refund.core;

import dev.paylater.kernel.Waiter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Every fact that may change a refund. */
public sealed interface RefundCommand {

    /**
     * Refund what the orchestrator has reserved.
     *
     * @param onAcceptance the waiter is answered at once, not at the first news from the provider
     */
    record ExecuteRefund(RefundOrder order, @Nullable Waiter waiter, boolean onAcceptance)
            implements RefundCommand {}

    /** Ask the provider now. */
    record SyncRefund(@Nullable Waiter waiter) implements RefundCommand {}

    /**
     * A due time has come.
     *
     * @param dueAt the time that was due; an older one than the refund's says nothing any more
     */
    record DeadlinePassed(Instant dueAt) implements RefundCommand {}

    /**
     * A provider's word.
     *
     * @param asked it answers a question or came by itself, rather than answering the request
     * @param toldAt when the worker heard it: the command may have waited since
     */
    record RecordOutcome(
            @Nullable String operationId,
            boolean asked,
            Verdict verdict,
            ProviderFacts facts,
            Instant toldAt)
            implements RefundCommand {}

    /**
     * The merchant's own words about it; null leaves them as they are.
     *
     * @param metadata JSON text
     */
    record DescribeRefund(@Nullable String reason, @Nullable String metadata)
            implements RefundCommand {}
}
