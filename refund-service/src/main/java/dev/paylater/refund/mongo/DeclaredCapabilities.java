package dev.paylater.refund.mongo;

import dev.paylater.kit.mongo.CapabilityStore;
import dev.paylater.kit.mongo.ConnectorCapabilities;
import dev.paylater.refund.core.ProviderCapabilities;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.stereotype.Component;

/** How connectors refund, as connector-service declares it at every start. */
@Component
public final class DeclaredCapabilities implements ProviderCapabilities {

    private static final String REFUND_PER_CAPTURE = "refund_per_capture";
    private static final String LINES_PER_CAPTURE = "refund_lines_per_capture";
    private static final Duration FRESH = Duration.ofSeconds(30);

    private final CapabilityStore stored;
    private final Clock clock;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(boolean perCapture, boolean linesPerCapture, Instant until) {}

    DeclaredCapabilities(MongoOperations store, Clock clock) {
        this.stored = new CapabilityStore(store);
        this.clock = clock;
    }

    @Override
    public boolean refundsPerCapture(String connector, boolean byLine) {
        var declared = declared(connector);
        return declared.perCapture() || (byLine && declared.linesPerCapture());
    }

    private Known declared(String connector) {
        var now = clock.instant();
        var cached = known.get(connector);
        if (cached != null && now.isBefore(cached.until())) {
            return cached;
        }
        var features =
                stored.find(connector).map(ConnectorCapabilities::features).orElse(List.of());
        var declared =
                new Known(
                        features.contains(REFUND_PER_CAPTURE),
                        features.contains(LINES_PER_CAPTURE),
                        now.plus(FRESH));
        known.put(connector, declared);
        return declared;
    }
}
