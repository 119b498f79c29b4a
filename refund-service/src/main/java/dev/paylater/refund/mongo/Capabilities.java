package dev.paylater.refund.mongo;

import dev.paylater.refund.core.ProviderHabits;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** How connectors refund, as connector-service declares it at every start. */
@Component
public final class Capabilities implements ProviderHabits {

    private static final String REFUND_PER_CAPTURE = "refund_per_capture";
    private static final Duration FRESH = Duration.ofSeconds(30);

    private final CapabilityRepository stored;
    private final Clock clock;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(boolean refundsPerCapture, Instant until) {}

    Capabilities(CapabilityRepository stored, Clock clock) {
        this.stored = stored;
        this.clock = clock;
    }

    @Override
    public boolean refundsPerCapture(String connector) {
        var now = clock.instant();
        var cached = known.get(connector);
        if (cached != null && now.isBefore(cached.until())) {
            return cached.refundsPerCapture();
        }
        var declared =
                stored.findById(connector).map(one -> one.has(REFUND_PER_CAPTURE)).orElse(false);
        known.put(connector, new Known(declared, now.plus(FRESH)));
        return declared;
    }
}
