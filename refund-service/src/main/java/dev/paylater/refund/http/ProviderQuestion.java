package dev.paylater.refund.http;

import dev.paylater.refund.core.Journal;
import dev.paylater.refund.mongo.StoredRefund;
import dev.paylater.schemas.SyncRefund;
import java.time.Clock;
import java.util.Objects;
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
    void ask(StoredRefund stored, String requestId) {
        var refund = Objects.requireNonNull(stored.journal().refund());
        if (refund.status().isFinal() || stored.journal().entries().size() >= MOST_ENTRIES) {
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

    /** Whether the question was put, and something was heard after it. */
    private static boolean isAnswered(Journal journal, String messageId) {
        var refund = Objects.requireNonNull(journal.refund());
        return refund.status().isFinal()
                || (journal.knows(messageId)
                        && !journal.entries().getLast().cause().equals(messageId));
    }
}
