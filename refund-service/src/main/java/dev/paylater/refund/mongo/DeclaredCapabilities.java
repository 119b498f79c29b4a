package dev.paylater.refund.mongo;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.refund.core.ProviderCapabilities;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.Document;

/** How connectors refund, as connector-service declares it at every start. */
public final class DeclaredCapabilities implements ProviderCapabilities {

    private static final String REFUND_PER_CAPTURE = "refund_per_capture";
    private static final Duration FRESH = Duration.ofSeconds(30);

    private final MongoCollection<Document> collection;
    private final Clock clock;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(boolean refundsPerCapture, Instant until) {}

    public DeclaredCapabilities(MongoDatabase database, Clock clock) {
        this.collection = database.getCollection("connector_capabilities");
        this.clock = clock;
    }

    @Override
    public boolean refundsPerCapture(String connector) {
        var now = clock.instant();
        var cached = known.get(connector);
        if (cached != null && now.isBefore(cached.until())) {
            return cached.refundsPerCapture();
        }
        var declared = collection.find(eq("_id", connector)).first();
        var features =
                declared == null
                        ? List.<String>of()
                        : declared.getList("features", String.class, List.of());
        var fresh = new Known(features.contains(REFUND_PER_CAPTURE), now.plus(FRESH));
        known.put(connector, fresh);
        return fresh.refundsPerCapture();
    }
}
