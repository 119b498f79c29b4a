package dev.paylater.refund.http;

import dev.paylater.kernel.Stored;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.core.RefundOrder;
import dev.paylater.refund.mongo.Refunds;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Puts commands into a refund's order of commands, and waits a moment for what comes of them. */
@Component
final class CommandSender {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(25);

    private final Refunds refunds;
    private final MessagePublisher publisher;
    private final Clock clock;
    private final Duration longestWait;

    CommandSender(
            Refunds refunds,
            MessagePublisher publisher,
            Clock clock,
            @Value("${paylater.refund.sync-wait}") Duration longestWait) {
        this.refunds = refunds;
        this.publisher = publisher;
        this.clock = clock;
        this.longestWait = longestWait;
    }

    /**
     * Sends a command and waits until the refund shows what is wanted, or for the longest wait.
     *
     * @param wanted given the refund and the command's message id
     * @return whether the refund shows it
     */
    boolean send(
            RefundOrder order,
            String requestId,
            SpecificRecord command,
            BiPredicate<Stored<Refund, RefundEvent>, String> wanted) {
        var messageId = UUID.randomUUID().toString();
        publisher.publishAll(
                List.of(
                        Outgoing.of(
                                Topic.REFUND_COMMANDS.name(),
                                Topic.key(order.merchantId(), order.paymentId()),
                                messageId,
                                new MessageContext(null, requestId, null),
                                command)));
        return waitFor(order.key(), stored -> wanted.test(stored, messageId));
    }

    private boolean waitFor(String id, Predicate<Stored<Refund, RefundEvent>> wanted) {
        var end = clock.instant().plus(longestWait);
        while (clock.instant().isBefore(end)) {
            var stored = refunds.find(id);
            if (stored.isPresent() && wanted.test(stored.get())) {
                return true;
            }
            try {
                Thread.sleep(BETWEEN_LOOKS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return false;
    }
}
