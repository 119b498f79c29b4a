package dev.paylater.refund.http;

import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.refund.core.Journal;
import dev.paylater.refund.mongo.Refunds;
import dev.paylater.refund.mongo.StoredRefund;
import dev.paylater.schemas.SyncRefund;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Has the provider asked what became of a refund, and waits a moment for its word. */
@Component
final class ProviderQuestion {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(25);

    private final Refunds refunds;
    private final MessagePublisher publisher;
    private final Clock clock;
    private final Duration longestWait;

    ProviderQuestion(
            Refunds refunds,
            MessagePublisher publisher,
            Clock clock,
            @Value("${paylater.refund.sync-wait}") Duration longestWait) {
        this.refunds = refunds;
        this.publisher = publisher;
        this.clock = clock;
        this.longestWait = longestWait;
    }

    /** Returns when the provider has answered, or after the longest wait, whichever is first. */
    void ask(StoredRefund stored, String requestId) {
        var refund = Objects.requireNonNull(stored.journal().refund());
        if (refund.status().isFinal()) {
            return;
        }
        var order = refund.order();
        var messageId = UUID.randomUUID().toString();
        publisher.publishAll(
                List.of(
                        Outgoing.of(
                                Topic.REFUND_COMMANDS.name(),
                                Topic.key(order.merchantId(), order.paymentId()),
                                messageId,
                                new MessageContext(null, requestId, null),
                                SyncRefund.newBuilder()
                                        .setMerchantId(order.merchantId())
                                        .setPaymentId(order.paymentId())
                                        .setIssuedAt(clock.millis())
                                        .setRefundId(order.refundId())
                                        .build())));
        waitForAnswer(stored.id(), messageId);
    }

    private void waitForAnswer(String id, String messageId) {
        var end = clock.instant().plus(longestWait);
        while (clock.instant().isBefore(end)) {
            var stored = refunds.find(id);
            if (stored.isPresent() && isAnswered(stored.get().journal(), messageId)) {
                return;
            }
            try {
                Thread.sleep(BETWEEN_LOOKS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Whether the question was put, and something was heard after it. */
    private static boolean isAnswered(Journal journal, String messageId) {
        var refund = Objects.requireNonNull(journal.refund());
        return refund.status().isFinal()
                || (journal.knows(messageId)
                        && !journal.entries().getLast().cause().equals(messageId));
    }
}
