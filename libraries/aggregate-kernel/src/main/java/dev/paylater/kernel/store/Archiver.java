package dev.paylater.kernel.store;

import dev.paylater.kernel.store.Due.Position;
import io.micrometer.core.instrument.Counter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves documents that have been at rest for long to the archive, a page at a time. A document is
 * met once to be copied and once more to be deleted; what a crash leaves between the two is met
 * again.
 */
public final class Archiver {

    private static final int PAGE = 500;
    private static final Position START = Position.before(Instant.EPOCH);
    private static final Logger log = LoggerFactory.getLogger(Archiver.class);

    private final ArchivingStore<?, ?> store;
    private final Duration after;
    private final Supplier<Predicate<Due>> share;
    private final Counter archived;
    private final Clock clock;
    private Position position = START;

    /**
     * An archiver.
     *
     * @param after how long a document must have been at rest
     * @param share the documents that this process moves; asked at each round
     * @param archived counts what has left the collection
     */
    public Archiver(
            ArchivingStore<?, ?> store,
            Duration after,
            Supplier<Predicate<Due>> share,
            Counter archived,
            Clock clock) {
        this.store = store;
        this.after = after;
        this.share = share;
        this.archived = archived;
        this.clock = clock;
    }

    /** Goes through the next page, or through the first one again after the last; never throws. */
    public void round() {
        try {
            var now = clock.instant();
            var page = store.findAtRest(position, now.minus(after), PAGE);
            archived.increment(store.archive(page.stream().filter(share.get()).toList(), now));
            position = page.size() < PAGE ? START : page.getLast().position();
        } catch (RuntimeException e) {
            // The store is away; what is at rest now will still be at the next round.
            log.warn("Could not archive what is at rest, trying again: {}", e.toString());
        }
    }
}
