package dev.paylater.e2e.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Makes requests for a while and keeps how long each took. */
final class Load {

    /** What is repeated; throws when the answer is not what it should be. */
    @FunctionalInterface
    interface Action {
        void run();
    }

    /**
     * What came of it.
     *
     * @param latencies in nanoseconds
     * @param firstError what the first failure said, if any
     */
    record Result(Histogram latencies, long errors, Duration took, @Nullable String firstError) {

        double perSecond() {
            return latencies.getTotalCount() / (took.toNanos() / 1e9);
        }
    }

    private static final long HIGHEST_NANOS = Duration.ofSeconds(60).toNanos();
    private static final int DIGITS = 3;

    private Load() {}

    static Histogram newHistogram() {
        return new Histogram(HIGHEST_NANOS, DIGITS);
    }

    /** Closed loop: each client sends its next request when it has the answer to the one before. */
    static Result closed(int clients, Duration length, Action action) {
        var end = System.nanoTime() + length.toNanos();
        return run(
                clients,
                part -> {
                    while (System.nanoTime() < end) {
                        part.measure(action, System.nanoTime());
                    }
                });
    }

    /**
     * Open loop: requests start at a fixed rate whatever becomes of those before. A latency counts
     * from the moment at which its request should have started, so that a pause of the system shows
     * in every request that it delayed.
     */
    static Result open(double perSecond, int clients, Duration length, Action action) {
        var start = System.nanoTime();
        var nanosBetween = 1e9 / perSecond;
        var count = (long) (perSecond * length.toNanos() / 1e9);
        var next = new AtomicLong();
        return run(
                clients,
                part -> {
                    for (var i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                        var planned = start + (long) (i * nanosBetween);
                        for (var early = planned - System.nanoTime();
                                early > 0;
                                early = planned - System.nanoTime()) {
                            LockSupport.parkNanos(early);
                        }
                        part.measure(action, planned);
                    }
                });
    }

    private static final class Part {
        private final Histogram latencies = newHistogram();
        private final AtomicReference<@Nullable String> firstError;
        private long errors;

        Part(AtomicReference<@Nullable String> firstError) {
            this.firstError = firstError;
        }

        void measure(Action action, long since) {
            try {
                action.run();
                latencies.recordValue(Math.min(System.nanoTime() - since, HIGHEST_NANOS));
            } catch (RuntimeException e) {
                errors++;
                firstError.compareAndSet(null, e.toString());
            }
        }
    }

    @FunctionalInterface
    private interface Client {
        void run(Part part);
    }

    private static Result run(int clients, Client client) {
        var started = System.nanoTime();
        var firstError = new AtomicReference<@Nullable String>();
        var parts = new ArrayList<Future<Part>>(clients);
        try (var executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            for (var i = 0; i < clients; i++) {
                Callable<Part> task =
                        () -> {
                            var part = new Part(firstError);
                            client.run(part);
                            return part;
                        };
                parts.add(executor.submit(task));
            }
        }
        var took = Duration.ofNanos(System.nanoTime() - started);
        return merged(parts, took, firstError.get());
    }

    private static Result merged(
            List<Future<Part>> parts, Duration took, @Nullable String firstError) {
        var latencies = newHistogram();
        var errors = 0L;
        for (var future : parts) {
            try {
                var part = future.get();
                latencies.add(part.latencies);
                errors += part.errors;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted", e);
            }
        }
        return new Result(latencies, errors, took, firstError);
    }
}
