package dev.paylater.simulation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Virtual time, and everything that is going to happen in it, one after the other. */
final class World {

    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private record Happening(long at, int tie, long number, Runnable what) {}

    private final PriorityQueue<Happening> agenda =
            new PriorityQueue<>(
                    Comparator.comparingLong(Happening::at)
                            .thenComparingInt(Happening::tie)
                            .thenComparingLong(Happening::number));
    private final Randomness chance;
    private final Trace trace;
    private final Set<PlantedBug> planted;
    private @Nullable Coroutine current;
    private long now;
    private long happened;

    World(Randomness chance, Trace trace, Set<PlantedBug> planted) {
        this.chance = chance;
        this.trace = trace;
        this.planted = planted.isEmpty() ? Set.of() : EnumSet.copyOf(planted);
    }

    Randomness chance() {
        return chance;
    }

    boolean isSabotaged() {
        return !planted.isEmpty();
    }

    boolean has(PlantedBug bug) {
        return planted.contains(bug);
    }

    /** Milliseconds since the beginning. */
    long now() {
        return now;
    }

    long happened() {
        return happened;
    }

    Instant instant() {
        return BEGINNING.plusMillis(now);
    }

    static long millis(Instant time) {
        return Duration.between(BEGINNING, time).toMillis();
    }

    /** A clock that is so many milliseconds ahead of the true time, or behind it. */
    Clock clock(LongSupplier skewMillis) {
        return new Clock() {
            @Override
            public Instant instant() {
                return World.this.instant().plusMillis(skewMillis.getAsLong());
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException("The simulation knows one zone");
            }
        };
    }

    void after(long millis, Runnable what) {
        // Of what happens at the same time, chance decides which comes first.
        agenda.add(new Happening(now + Math.max(0, millis), chance.tie(), happened, what));
    }

    /** Lets the next thing happen; false when there is none before that time. */
    boolean goOn(long until) {
        var next = agenda.peek();
        if (next == null || next.at() > until) {
            now = Math.max(now, until);
            return false;
        }
        agenda.remove();
        now = Math.max(now, next.at());
        happened++;
        next.what().run();
        return true;
    }

    void resume(Coroutine coroutine) {
        current = coroutine;
        coroutine.resume();
        current = null;
    }

    Coroutine current() {
        if (current == null) {
            throw new IllegalStateException("Nobody is at work");
        }
        return current;
    }

    void tell(String who, String what, Object... details) {
        trace.tell(now, who, what, details);
    }
}
