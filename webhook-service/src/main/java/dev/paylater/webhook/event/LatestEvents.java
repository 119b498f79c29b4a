package dev.paylater.webhook.event;

import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Projections.include;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.bson.Document;
import org.springframework.stereotype.Component;

/** Which event of each payment was its latest: its journal is ahead of what is published of it. */
@Component
public final class LatestEvents {

    private static final String SEQUENCE = "sequence";

    private final MongoCollection<Document> payments;
    private final MongoCollection<Document> archive;

    public LatestEvents(MongoDatabase database) {
        payments = database.getCollection("payments");
        archive = database.getCollection("payments_archive");
    }

    /** The sequences of these payments' latest events. */
    public Map<String, Long> of(Collection<String> keys) {
        var latest = new HashMap<>(of(keys, payments));
        var missing = keys.stream().filter(key -> !latest.containsKey(key)).toList();
        if (!missing.isEmpty()) {
            latest.putAll(of(missing, archive));
        }
        return latest;
    }

    private static Map<String, Long> of(
            Collection<String> keys, MongoCollection<Document> collection) {
        var found = new HashMap<String, Long>();
        for (var payment : collection.find(in("_id", keys)).projection(include(SEQUENCE))) {
            found.put(payment.getString("_id"), payment.get(SEQUENCE, Number.class).longValue());
        }
        return found;
    }
}
