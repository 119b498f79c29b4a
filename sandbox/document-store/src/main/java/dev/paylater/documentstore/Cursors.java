package dev.paylater.documentstore;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The open cursors by id. One that nobody asks for is forgotten after ten minutes. */
final class Cursors {

    private static final long IDLE_NANOS = Duration.ofMinutes(10).toNanos();

    private final Map<Long, Held> held = new ConcurrentHashMap<>();

    private record Held(Cursor cursor, long sinceNanos) {}

    long add(Cursor cursor) {
        long id = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
        put(id, cursor);
        return id;
    }

    void put(long id, Cursor cursor) {
        held.put(id, new Held(cursor, System.nanoTime()));
    }

    /** Takes a cursor out, so that two clients can never read on in it at the same time. */
    @Nullable Cursor take(long id) {
        Held taken = held.remove(id);
        return taken == null ? null : taken.cursor;
    }

    void forgetIdle() {
        long now = System.nanoTime();
        held.values().removeIf(each -> now - each.sinceNanos > IDLE_NANOS);
    }
}
