package dev.paylater.kernel.timer;

import dev.paylater.kernel.store.DocumentStore;
import dev.paylater.kernel.store.Due;
import dev.paylater.kernel.store.Due.Position;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.Outgoing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns due times into commands. It changes nothing itself, so any number of sweepers may run at
 * once: their commands carry the same id, and one that comes too late finds nothing due.
 *
 * <p>What has become due since the last sweep is announced at once. What is still due a while later
 * is announced again in rounds, a page at each sweep, so that documents that nobody handles,
 * however many, delay none of those that become due meanwhile.
 */
public final class DeadlineSweeper {

    private static final int PAGE = 500;

    /** More that become due within {@link #PATIENCE} wait for the next round. */
    private static final int MAX_REMEMBERED = 10_000;

    /** How long a document is left alone after its deadline was announced, and between rounds. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(DeadlineSweeper.class);

    /** The command that tells a document that its time has come. */
    public interface DeadlineCommand {
        Outgoing of(Due due, Instant now);
    }

    private final DocumentStore<?, ?> store;
    private final DeadlineCommand command;
    private final Supplier<Predicate<Due>> share;
    private final MessagePublisher publisher;
    private final Clock clock;
    private final Set<Due> announced = new HashSet<>();
    private @Nullable Instant sweptUntil;
    private Instant roundBegan = Instant.EPOCH;
    private @Nullable Position inRound;

    /**
     * A sweeper.
     *
     * @param share the documents that this process announces; asked at each sweep. Documents that
     *     are in nobody's share for a while are found by the next round of whoever has them then
     */
    public DeadlineSweeper(
            DocumentStore<?, ?> store,
            DeadlineCommand command,
            Supplier<Predicate<Due>> share,
            MessagePublisher publisher,
            Clock clock) {
        this.store = store;
        this.command = command;
        this.share = share;
        this.publisher = publisher;
        this.clock = clock;
    }

    /** Announces what is due now; never throws. */
    public void sweep() {
        try {
            var now = clock.instant();
            var mine = share.get();
            // A little before the last sweep, for what is written with a due time in the past.
            var from = (sweptUntil == null ? now : sweptUntil).minus(PATIENCE);
            announceNew(mine, from, now);
            announceAgain(mine, from, now);
            sweptUntil = now;
        } catch (RuntimeException e) {
            // Kafka or the store is away; what is due now will still be due at the next sweep.
            log.warn("Could not announce what is due, trying again: {}", e.toString());
        }
    }

    /** Remembered once they are sent: a failed send is repeated at the next sweep. */
    private void announceNew(Predicate<Due> mine, Instant from, Instant now) {
        announced.removeIf(due -> due.at().isBefore(from));
        var position = Position.before(from);
        while (announced.size() < MAX_REMEMBERED) {
            var page = store.findDue(position, now, PAGE);
            var news = page.stream().filter(mine).filter(due -> !announced.contains(due)).toList();
            publish(news, now);
            announced.addAll(news);
            if (page.size() < PAGE) {
                break;
            }
            position = page.getLast().position();
        }
    }

    /** One page of those that were due before. */
    private void announceAgain(Predicate<Due> mine, Instant from, Instant now) {
        var position = inRound;
        if (position == null) {
            if (roundBegan.plus(PATIENCE).isAfter(now)) {
                return;
            }
            roundBegan = now;
            position = Position.before(Instant.EPOCH);
        }
        var page = store.findDue(position, from.minusMillis(1), PAGE);
        publish(page.stream().filter(mine).toList(), now);
        inRound = page.size() < PAGE ? null : page.getLast().position();
    }

    private void publish(Collection<Due> all, Instant now) {
        var due = all.stream().filter(store::isReadable).toList();
        if (due.isEmpty()) {
            return;
        }
        publisher.publishAll(due.stream().map(one -> command.of(one, now)).toList());
        CrashPoint.SWEEPER_AFTER_SEND.reached();
    }
}
