package dev.paylater.refund.http;

import dev.paylater.kernel.Stored;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.schemas.SyncRefund;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Has the status of a refund inquired at the provider, and waits a moment for the result. */
@Component
final class StatusInquiryRequest {

    /** A refund is one document, and each inquiry an entry; scheduled ones go on. */
    private static final int MAX_ENTRIES = 1_000;

    private final CommandSender commands;
    private final Clock clock;

    StatusInquiryRequest(CommandSender commands, Clock clock) {
        this.commands = commands;
        this.clock = clock;
    }

    /** Returns when the provider has answered, or after the longest wait, whichever is first. */
    void send(Stored<Refund, RefundEvent> stored, String requestId) {
        var refund = stored.state();
        if (refund.status().isFinal() || stored.journal().size() >= MAX_ENTRIES) {
            return;
        }
        var order = refund.order();
        commands.send(
                order,
                requestId,
                SyncRefund.newBuilder()
                        .setMerchantId(order.merchantId())
                        .setPaymentId(order.paymentId())
                        .setIssuedAt(clock.millis())
                        .setRefundId(order.refundId())
                        .build(),
                StatusInquiryRequest::isAnswered);
    }

    /** Whether the inquiry was sent, and something was received after it. */
    private static boolean isAnswered(Stored<Refund, RefundEvent> stored, String messageId) {
        return stored.state().status().isFinal()
                || (stored.hasHandled(messageId)
                        && !stored.journal().getLast().cause().equals(messageId));
    }
}
