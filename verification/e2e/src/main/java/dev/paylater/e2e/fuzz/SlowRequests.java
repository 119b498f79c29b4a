package dev.paylater.e2e.fuzz;

import dev.paylater.e2e.ApiAnswer;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells a request that takes the system long from one that a busy machine was late with: it is slow
 * each time it is repeated, and slow beside a plain call that is made in between.
 */
final class SlowRequests {

    static final Duration LONGEST = Duration.ofMillis(250);
    private static final int REPETITIONS = 10;

    /** Of the plain call, which takes a few milliseconds on a machine that is free. */
    private static final int TIMES_PLAIN = 20;

    private final LongSupplier nanoTime;

    /**
     * Measures with this clock.
     *
     * @param nanoTime as {@link System#nanoTime} tells it
     */
    SlowRequests(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** An answer and how long it took. */
    record Timed(ApiAnswer answer, Duration took) {}

    Timed time(Supplier<ApiAnswer> call) {
        var started = nanoTime.getAsLong();
        var answer = call.get();
        return new Timed(answer, Duration.ofNanos(nanoTime.getAsLong() - started));
    }

    /**
     * How long the request takes at its fastest, when that is too long; otherwise null.
     *
     * @param first how long it took
     * @param plain a call that does next to nothing
     */
    @Nullable Duration tooLong(
            Duration first, Supplier<ApiAnswer> request, Supplier<ApiAnswer> plain) {
        var fastest = first;
        var usual = LONGEST;
        for (var i = 0; i < REPETITIONS && fastest.compareTo(LONGEST) > 0; i++) {
            fastest = shorter(fastest, time(request).took());
            usual = shorter(usual, time(plain).took());
        }
        var allowed = usual.multipliedBy(TIMES_PLAIN);
        return fastest.compareTo(LONGEST) > 0 && fastest.compareTo(allowed) > 0 ? fastest : null;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
