package dev.paylater.refund.http;

import dev.paylater.kernel.Stored;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundCommand.UpdateRefund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.core.RefundEvent.RefundUpdated;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Changes a refund's reason and metadata, and reports it to its payment. */
@Component
final class RefundUpdate {

    private static final int MOST = 100;

    private final CommandSender commands;
    private final Clock clock;

    RefundUpdate(CommandSender commands, Clock clock) {
        this.commands = commands;
        this.clock = clock;
    }

    /**
     * Returns when the refund carries the update.
     *
     * @throws RequestRefused 400 IR_16 after too many times, since a refund is one document; 503
     *     when it takes too long, and it may still happen
     */
    void make(Stored<Refund, RefundEvent> stored, UpdateRefund update, String requestId) {
        if (stored.state().carries(update)) {
            return;
        }
        if (updates(stored) >= MOST) {
            throw RequestRefused.of(
                    ErrorCode.IR_16,
                    "The refund was updated %s times; it takes no more".formatted(MOST));
        }
        var order = stored.state().order();
        var made =
                commands.send(
                        order,
                        requestId,
                        dev.paylater.schemas.UpdateRefund.newBuilder()
                                .setMerchantId(order.merchantId())
                                .setPaymentId(order.paymentId())
                                .setIssuedAt(clock.millis())
                                .setRefundId(order.refundId())
                                .setReason(update.reason())
                                .setMetadata(update.metadata())
                                .build(),
                        (changed, _) -> changed.state().carries(update));
        if (!made) {
            throw RequestRefused.unavailable(
                    "The change is on its way and has not been made yet; repeat the request");
        }
    }

    private static long updates(Stored<Refund, RefundEvent> stored) {
        return stored.journal().stream()
                .filter(entry -> entry.event() instanceof RefundUpdated)
                .count();
    }
}
