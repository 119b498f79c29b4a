package dev.paylater.refund.core;

import dev.paylater.kernel.Waiter;
import dev.paylater.provider.ProviderResult;
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

    /** The provider has made it without having been asked: it is recorded as done. */
    record RecordFoundRefund(RefundOrder order) implements RefundCommand {}

    /** Inquire at the provider now. */
    record SyncRefund(@Nullable Waiter waiter) implements RefundCommand {}

    /**
     * A due time has come.
     *
     * @param dueAt the time that was due; an older one than the refund's says nothing any more
     */
    record DeadlinePassed(Instant dueAt) implements RefundCommand {}

    /**
     * What came of a request, as a worker reports it.
     *
     * @param inquired it answers a status inquiry or is a webhook, not the answer to the request
     * @param requestedAt when the inquiry or request was sent; null: it came by itself
     */
    record RecordProviderResult(
            @Nullable String operationId,
            boolean inquired,
            @Nullable Instant requestedAt,
            ProviderResult result)
            implements RefundCommand {}

    /**
     * An operator knows what came of the part that is under way.
     *
     * @param amount minor units that were given back; null: what was requested
     */
    record SettleRefund(
            boolean succeeded,
            @Nullable Long amount,
            String operator,
            String reason,
            @Nullable Waiter waiter)
            implements RefundCommand {}

    /**
     * The merchant's reason and metadata; null leaves what was there.
     *
     * @param metadata JSON text
     */
    record UpdateRefund(@Nullable String reason, @Nullable String metadata, @Nullable Waiter waiter)
            implements RefundCommand {}
}
