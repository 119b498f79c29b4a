package dev.paylater.kit.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import dev.paylater.schemas.RequestLifetime;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Compares this host's clock with the store's primary. What is sent carries our time, and receivers
 * refuse what is too old for them: with a clock that is far off everything would be refused, by a
 * process that is well in every other respect.
 */
public final class ClockWatch implements HealthIndicator, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ClockWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    /** An answer that took longer says too little about when it was given. */
    private static final Duration SLOW = Duration.ofSeconds(1);

    /** A worker begins no call that was asked for longer ago by its clock. */
    private static final Duration TOO_FAR = RequestLifetime.LAST_CALL;

    private final MongoDatabase database;
    private final InstantSource clock;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("clock-watch").daemon().factory());
    private volatile Duration difference = Duration.ZERO;

    ClockWatch(MongoDatabase database, InstantSource clock, MeterRegistry meters) {
        this.database = database;
        this.clock = clock;
        Gauge.builder("paylater.clock.difference.seconds", () -> difference.toMillis() / 1_000.0)
                .description("How far this host's clock is ahead of the store's")
                .register(meters);
    }

    void start() {
        var _ =
                thread.scheduleWithFixedDelay(
                        this::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            measure();
        } catch (MongoException e) {
            log.debug("The store's clock could not be read: {}", e.toString());
        }
    }

    /** Reads the store's clock once. */
    void measure() {
        var begun = System.nanoTime();
        var store = database.runCommand(new Document("hello", 1)).getDate("localTime");
        var took = Duration.ofNanos(System.nanoTime() - begun);
        if (took.compareTo(SLOW) < 0) {
            difference =
                    Duration.between(store.toInstant(), clock.instant()).minus(took.dividedBy(2));
        }
    }

    @Override
    public Health health() {
        var seconds = difference.toSeconds();
        return difference.abs().compareTo(TOO_FAR) <= 0
                ? Health.up().build()
                : Health.down()
                        .withDetail(
                                "reason",
                                "The clock of this host is %s s %s the store's: what it sends is refused as too old or not believed. Set the clock that is wrong (NTP)"
                                        .formatted(
                                                Math.abs(seconds),
                                                seconds > 0 ? "ahead of" : "behind"))
                        .build();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
