package dev.paylater.refund.timer;

import dev.paylater.refund.mongo.Refunds;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Counts the refunds that are older than their promise, as metrics that are 0 while all is well;
 * docs/reliability.md says what each of them means.
 */
@Component
class Alarms {

    /** The sweeper looks four times a second. */
    private static final Duration OVERDUE = Duration.ofSeconds(30);

    /** What no provider has heard of is given up after two minutes. */
    private static final Duration PENDING = Duration.ofMinutes(10);

    private static final Logger log = LoggerFactory.getLogger(Alarms.class);

    private final Refunds refunds;
    private final Clock clock;
    private final AtomicLong overdue = new AtomicLong();
    private final AtomicLong pending = new AtomicLong();

    Alarms(Refunds refunds, MeterRegistry meters, Clock clock) {
        this.refunds = refunds;
        this.clock = clock;
        meters.gauge("paylater.refunds.overdue", overdue);
        meters.gauge("paylater.refunds.pending.long", pending);
    }

    @Scheduled(fixedDelayString = "${paylater.alarms.interval-millis:15000}")
    void count() {
        try {
            var now = clock.instant();
            overdue.set(refunds.countOverdue(now.minus(OVERDUE)));
            pending.set(refunds.countPending(now.minus(PENDING)));
        } catch (RuntimeException e) {
            log.warn("Could not count what is late, trying again: {}", e.toString());
        }
    }
}
