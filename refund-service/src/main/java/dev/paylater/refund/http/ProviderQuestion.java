package dev.paylater.refund.http;

import dev.paylater.kernel.Stored;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.schemas.SyncRefund;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Has the provider asked what became of a refund, and waits a moment for its word. */
@Component
final class ProviderQuestion {

    /** A refund is one document, and each question an entry; its own schedule goes on asking. */
    private static final int MOST_ENTRIES = 1_000;

    private final CommandSender commands;
    private final Clock clock;

    ProviderQuestion(CommandSender commands, Clock clock) {
        this.commands = commands;
        this.clock = clock;
    }

    /** Returns when the provider has answered, or after the longest wait, whichever is first. */
    void ask(Stored<Refund, RefundEvent> stored, String requestId) {
        var refund = stored.state();
        if (refund.status().isFinal() || stored.journal().size() >= MOST_ENTRIES) {
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
                ProviderQuestion::isAnswered);
    }

    /** Whether the inquiry was sent, and something was heard after it. */
    private static boolean isAnswered(Stored<Refund, RefundEvent> stored, String messageId) {
        return stored.state().status().isFinal()
                || (stored.hasHandled(messageId)
                        && !stored.journal().getLast().cause().equals(messageId));
    }
}
