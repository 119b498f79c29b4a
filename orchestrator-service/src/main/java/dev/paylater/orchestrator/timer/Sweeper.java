package dev.paylater.orchestrator.timer;

import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.orchestrator.journal.PaymentStore;
import dev.paylater.schemas.DeadlinePassed;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Turns due times into commands. It changes nothing itself, so any number of sweepers may run at
 * once: their commands carry the same id, and one that comes too late finds nothing due.
 */
public final class Sweeper {

    private static final int BATCH = 500;

    /** How long a payment is left alone after its deadline was announced. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(Sweeper.class);

    private final PaymentStore payments;
    private final MessagePublisher publisher;
    private final Clock clock;
    private final Map<PaymentStore.Due, Instant> announced = new HashMap<>();

    public Sweeper(PaymentStore payments, MessagePublisher publisher, Clock clock) {
        this.payments = payments;
        this.publisher = publisher;
        this.clock = clock;
    }

    /** Announces what is due now; never throws. */
    @Scheduled(fixedDelayString = "${paylater.sweeper.interval-millis:250}")
    public void sweep() {
        try {
            announceDue();
        } catch (RuntimeException e) {
            // Kafka or the store is away; what is due now will still be due at the next sweep.
            log.warn("Could not sweep for due payments, trying again: {}", e.toString());
        }
    }

    private void announceDue() {
        var now = clock.instant();
        announced.values().removeIf(at -> at.plus(PATIENCE).isBefore(now));
        var messages = new ArrayList<Outgoing>();
        for (var due : payments.findDue(now, BATCH)) {
            if (announced.putIfAbsent(due, now) == null) {
                messages.add(message(due, now));
            }
        }
        publisher.publishAll(messages);
        if (!messages.isEmpty()) {
            CrashPoint.SWEEPER_AFTER_SEND.reached();
        }
    }

    private static Outgoing message(PaymentStore.Due due, Instant now) {
        var slash = due.id().indexOf('/');
        return Outgoing.of(
                Topic.PAYMENT_COMMANDS.name(),
                due.id(),
                due.id() + "@" + due.version(),
                MessageContext.NONE,
                new DeadlinePassed(
                        due.id().substring(0, slash),
                        due.id().substring(slash + 1),
                        now.toEpochMilli(),
                        due.at().toEpochMilli()));
    }
}
