package dev.paylater.orchestrator.mongo;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Counts the payments that are older than their promise, as metrics that are 0 while all is well;
 * docs/reliability.md says what each of them means.
 */
public final class Alarms {

    /** A sweeper looks four times a second. */
    static final Duration OVERDUE = Duration.ofSeconds(30);

    /** A provider that works answers within seconds; after this somebody should ask it. */
    static final Duration UNANSWERED = Duration.ofMinutes(10);

    private static final Logger log = LoggerFactory.getLogger(Alarms.class);

    private final Payments payments;
    private final Clock clock;
    private final AtomicLong overdue;
    private final AtomicLong forgotten;
    private final AtomicLong unanswered;
    private final AtomicLong accountRefused;

    public Alarms(Payments payments, MeterRegistry meters, Clock clock) {
        this.payments = payments;
        this.clock = clock;
        this.overdue = gauge(meters, "paylater.payments.overdue");
        this.forgotten = gauge(meters, "paylater.payments.forgotten");
        this.unanswered = gauge(meters, "paylater.payments.unanswered");
        this.accountRefused = gauge(meters, "paylater.payments.account_refused");
    }

    private static AtomicLong gauge(MeterRegistry meters, String name) {
        var value = new AtomicLong();
        meters.gauge(name, value);
        return value;
    }

    /** Counts anew; never throws. */
    @Scheduled(fixedDelayString = "${paylater.alarms.interval-millis:15000}")
    public void count() {
        try {
            var now = clock.instant();
            overdue.set(payments.countOverdue(now.minus(OVERDUE)));
            forgotten.set(payments.countForgotten());
            unanswered.set(payments.countUnanswered(now.minus(UNANSWERED)));
            accountRefused.set(payments.countAccountRefused());
        } catch (RuntimeException e) {
            log.warn("Could not count what is late, trying again: {}", e.toString());
        }
    }
}
