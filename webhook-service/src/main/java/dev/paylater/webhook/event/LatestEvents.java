package dev.paylater.webhook.event;

import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Projections.include;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.springframework.stereotype.Component;

/** Which event of each payment was its latest: its journal is ahead of what is published of it. */
@Component
public final class LatestEvents {

    private static final String SEQUENCE = "sequence";

    private final List<MongoCollection<Document>> payments;

    /** The archive is read last: what moves there meanwhile is met once at least. */
    public LatestEvents(MongoDatabase database) {
        payments =
                List.of(
                        database.getCollection("payments"),
                        database.getCollection("payments_archive"));
    }

    /** The sequences of these payments' latest events. */
    public Map<String, Long> of(Collection<String> keys) {
        var latest = new HashMap<String, Long>();
        for (var collection : payments) {
            collection
                    .find(in("_id", keys))
                    .projection(include(SEQUENCE))
                    .forEach(
                            found ->
                                    latest.merge(
                                            found.getString("_id"),
                                            found.get(SEQUENCE, Number.class).longValue(),
                                            Math::max));
        }
        return latest;
    }
}
