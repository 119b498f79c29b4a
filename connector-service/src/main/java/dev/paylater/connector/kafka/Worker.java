package dev.paylater.connector.kafka;

import dev.paylater.kit.OnceAMinute;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one connector's poll loop running on a platform thread, with a new consumer if need be. */
final class Worker implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final String connector;
    private final OnceAMinute restarts = new OnceAMinute(System::nanoTime);
    private final Supplier<PollLoop> loops;
    private final Thread thread;
    private volatile @Nullable PollLoop loop;
    private volatile boolean stopping;
    private volatile boolean fenced;

    Worker(String connector, Supplier<PollLoop> loops) {
        this.connector = connector;
        this.loops = loops;
        this.thread = Thread.ofPlatform().name("poll-" + connector).unstarted(this);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        while (!stopping) {
            try {
                var next = loops.get();
                loop = next;
                if (stopping) {
                    next.stop();
                }
                next.run();
            } catch (FencedInstanceIdException e) {
                fenced = true;
                log.error(
                        "Another process took the place of {}: each process needs its own"
                                + " PAYLATER_INSTANCE. This one takes no more requests.",
                        connector,
                        e);
                return;
            } catch (RuntimeException e) {
                if (restarts.isDue(e.toString())) {
                    log.error("The worker of {} starts again", connector, e);
                }
                pause();
            }
        }
    }

    void stop() {
        stopping = true;
        var current = loop;
        if (current != null) {
            current.stop();
        }
    }

    void awaitEnd(Duration timeout) throws InterruptedException {
        thread.join(timeout);
    }

    /** Why no requests are taken, in words for whoever operates it; empty while they are. */
    Optional<String> trouble() {
        if (fenced) {
            return Optional.of(
                    "Another process has taken the place of the worker of %s: both run under the same PAYLATER_INSTANCE. Give each its own and restart this one"
                            .formatted(connector));
        }
        var current = loop;
        return !thread.isAlive() || current == null || !current.joined()
                ? Optional.of(
                        "The worker of %s is not in its group in Kafka; its log says why"
                                .formatted(connector))
                : current.trouble();
    }

    int inFlight() {
        var current = loop;
        return current == null ? 0 : current.inFlight();
    }

    /** What its consumer measures; nothing before there is one. */
    Collection<? extends Metric> consumerMetrics() {
        var current = loop;
        return current == null ? List.of() : current.consumerMetrics();
    }

    String connector() {
        return connector;
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopping = true;
        }
    }
}
