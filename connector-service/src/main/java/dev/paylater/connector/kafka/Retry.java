package dev.paylater.connector.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries until it succeeds, ever more slowly: for what must not fail because Kafka, the registry
 * or the store cannot be reached for a while.
 */
final class Retry {

    private static final Logger log = LoggerFactory.getLogger(Retry.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(1);
    private static final AtomicLong LAST_REPORT =
            new AtomicLong(System.nanoTime() - REPORT_INTERVAL.toNanos());

    /** When each of those that are retried now failed first. */
    private static final Set<AtomicLong> FAILING = ConcurrentHashMap.newKeySet();

    private Retry() {}

    /**
     * The result of the first try that succeeds; throws {@link Interrupted} when the thread is
     * interrupted before.
     *
     * @param transientFailures the failures that a further try can help against; any other is
     *     thrown
     */
    static <T extends @Nullable Object> T retry(
            String what,
            List<Class<? extends RuntimeException>> transientFailures,
            Supplier<T> action) {
        try {
            return action.get();
        } catch (RuntimeException e) {
            throwUnless(transientFailures, e);
            report(what, e);
        }
        var failing = new AtomicLong(System.nanoTime());
        FAILING.add(failing);
        try {
            return again(what, transientFailures, action);
        } finally {
            FAILING.remove(failing);
        }
    }

    private static <T extends @Nullable Object> T again(
            String what,
            List<Class<? extends RuntimeException>> transientFailures,
            Supplier<T> action) {
        var pause = FIRST_PAUSE;
        while (true) {
            sleep(pause.toMillis());
            try {
                return action.get();
            } catch (RuntimeException e) {
                throwUnless(transientFailures, e);
                report(what, e);
            }
            var longer = pause.multipliedBy(2);
            pause = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
        }
    }

    private static void throwUnless(
            List<Class<? extends RuntimeException>> transientFailures, RuntimeException failure) {
        if (transientFailures.stream().noneMatch(kind -> kind.isInstance(failure))) {
            throw failure;
        }
    }

    /** For how long what is retried now has failed at most; zero while nothing does. */
    static Duration longest() {
        var now = System.nanoTime();
        return Duration.ofNanos(
                FAILING.stream().mapToLong(since -> now - since.get()).max().orElse(0));
    }

    /** One line a second: a thousand requests under way fail for the same reason. */
    private static void report(String what, RuntimeException failure) {
        var now = System.nanoTime();
        var last = LAST_REPORT.get();
        if (now - last >= REPORT_INTERVAL.toNanos() && LAST_REPORT.compareAndSet(last, now)) {
            log.warn("{} failed and will be tried again: {}", what, failure.toString());
        }
    }

    /** Throws {@link Interrupted} when the thread is interrupted. */
    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Interrupted();
        }
    }

    /** The process stops before it succeeded. */
    static final class Interrupted extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Interrupted() {
            super("The process stops");
        }
    }
}
