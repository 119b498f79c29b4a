package dev.paylater.kernel.timer;

import dev.paylater.kernel.store.DocumentStore;
import dev.paylater.kernel.store.Due;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.Outgoing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns due times into commands. It changes nothing itself, so any number of sweepers may run at
 * once: their commands carry the same id, and one that comes too late finds nothing due.
 */
public final class DeadlineSweeper {

    private static final int MOST_AT_ONCE = 500;

    /** How long a document is left alone after its deadline was announced. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(DeadlineSweeper.class);

    /** The command that tells a document that its time has come. */
    public interface DeadlineCommand {
        Outgoing of(Due due, Instant now);
    }

    private final DocumentStore<?, ?> store;
    private final DeadlineCommand command;
    private final MessagePublisher publisher;
    private final Clock clock;
    private final Map<Due, Instant> announced = new HashMap<>();

    public DeadlineSweeper(
            DocumentStore<?, ?> store,
            DeadlineCommand command,
            MessagePublisher publisher,
            Clock clock) {
        this.store = store;
        this.command = command;
        this.publisher = publisher;
        this.clock = clock;
    }

    /** Announces what is due now; never throws. */
    public void sweep() {
        try {
            announceDue();
        } catch (RuntimeException e) {
            // Kafka or the store is away; what is due now will still be due at the next sweep.
            log.warn("Could not announce what is due, trying again: {}", e.toString());
        }
    }

    /**
     * Remembered once it is sent: a failed send is repeated at the next sweep. Reading past what is
     * remembered keeps documents that nobody handles from holding up those behind them.
     */
    private void announceDue() {
        var now = clock.instant();
        announced.values().removeIf(at -> at.plus(PATIENCE).isBefore(now));
        var news = new ArrayList<>(store.findDue(now, MOST_AT_ONCE + announced.size()));
        news.removeIf(announced::containsKey);
        if (news.isEmpty()) {
            return;
        }
        publisher.publishAll(news.stream().map(due -> command.of(due, now)).toList());
        CrashPoint.SWEEPER_AFTER_SEND.reached();
        news.forEach(due -> announced.put(due, now));
    }
}
