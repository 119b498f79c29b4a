package dev.paylater.kit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets what would be said over and over be said once a minute for each cause, so that a log that
 * somebody has to act upon stays readable.
 */
public final class OnceAMinute {

    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Beyond these the cause that was said longest ago may be said too early. */
    private static final int MAX_CAUSES = 10_000;

    private final LongSupplier nanoTime;

    /** When each cause was said last, the longest ago first. */
    private final Map<Object, Long> said = new LinkedHashMap<>();

    /**
     * Nothing was said yet.
     *
     * @param nanoTime as {@link System#nanoTime} tells it
     */
    public OnceAMinute(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether this is to be said now; it counts as said then. */
    public synchronized boolean isDue(Object cause) {
        var now = nanoTime.getAsLong();
        var last = said.get(cause);
        if (last != null && now - last < PAUSE_NANOS) {
            return false;
        }
        said.remove(cause);
        said.put(cause, now);
        if (said.size() > MAX_CAUSES) {
            said.remove(said.keySet().iterator().next());
        }
        return true;
    }
}
