package dev.paylater.kernel.timer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what is older than its promise, as metrics that are 0 while all is well;
 * docs/operators/reliability.md says what each of them means.
 */
public final class LateCounts {

    private static final Logger log = LoggerFactory.getLogger(LateCounts.class);

    private final Clock clock;
    private final MeterRegistry meters;
    private final Map<ToLongFunction<Instant>, AtomicLong> gauges = new LinkedHashMap<>();

    public LateCounts(MeterRegistry meters, Clock clock) {
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * Has something counted.
     *
     * @param description what is counted
     * @param count how many there are now
     */
    public LateCounts with(String name, String description, ToLongFunction<Instant> count) {
        var value = new AtomicLong();
        Gauge.builder(name, value, AtomicLong::get).description(description).register(meters);
        gauges.put(count, value);
        return this;
    }

    /** Counts anew; never throws. */
    public void count() {
        gauges.forEach(this::count);
    }

    private void count(ToLongFunction<Instant> count, AtomicLong value) {
        try {
            value.set(count.applyAsLong(clock.instant()));
        } catch (RuntimeException e) {
            log.warn("Could not count what is late, trying again: {}", e.toString());
        }
    }
}
