package dev.paylater.refund.timer;

import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.refund.mongo.RefundStore;
import dev.paylater.schemas.RefundDeadlinePassed;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Tells refunds that their time has come. Any number of instances may do so at once: the message id
 * is derived from the time, and a refund that has gone on takes no notice.
 */
@Component
public final class DeadlineSweeper {

    private static final Logger log = LoggerFactory.getLogger(DeadlineSweeper.class);
    private static final int MOST_AT_ONCE = 500;

    /** A command that was sent is not sent again before this: it may wait behind others. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RefundStore refunds;
    private final MessagePublisher publisher;
    private final Clock clock;
    private final Map<String, Instant> sent = new HashMap<>();

    public DeadlineSweeper(RefundStore refunds, MessagePublisher publisher, Clock clock) {
        this.refunds = refunds;
        this.publisher = publisher;
        this.clock = clock;
    }

    /** Tells what is due now; never throws. */
    @Scheduled(fixedDelayString = "${paylater.refund.sweep-interval}")
    public void sweep() {
        try {
            var now = clock.instant();
            sent.values().removeIf(at -> at.plus(PATIENCE).isBefore(now));
            var news =
                    refunds.findDue(now, MOST_AT_ONCE).stream()
                            .filter(due -> !sent.containsKey(messageId(due)))
                            .toList();
            publish(news, now);
        } catch (RuntimeException e) {
            log.warn("Due refunds could not be told, trying again soon", e);
        }
    }

    private void publish(List<RefundStore.Due> due, Instant now) {
        if (due.isEmpty()) {
            return;
        }
        publisher.publishAll(due.stream().map(one -> command(one, now)).toList());
        CrashPoint.SWEEPER_AFTER_SEND.reached();
        due.forEach(one -> sent.put(messageId(one), now));
    }

    private static Outgoing command(RefundStore.Due due, Instant now) {
        return Outgoing.of(
                Topic.REFUND_COMMANDS.name(),
                Topic.key(due.merchantId(), due.paymentId()),
                messageId(due),
                MessageContext.NONE,
                new RefundDeadlinePassed(
                        due.merchantId(),
                        due.paymentId(),
                        now.toEpochMilli(),
                        due.refundId(),
                        due.at().toEpochMilli()));
    }

    private static String messageId(RefundStore.Due due) {
        return "refund/%s/%s/due/%d".formatted(due.merchantId(), due.refundId(), due.version());
    }
}
