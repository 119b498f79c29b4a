package dev.paylater.orchestrator.mongo;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * What the latest reconciliation of paylater-ops has found, for the alarms: it has no metrics of
 * its own. All is 0 where nobody reconciles each night.
 */
public final class NightlyReconciliation {

    private final MongoCollection<Document> state;

    public NightlyReconciliation(MongoDatabase database) {
        this.state = database.getCollection("reconciliation_state");
    }

    public long differences() {
        var found = find();
        var count = found == null ? null : found.get("differences", Number.class);
        return count == null ? 0 : count.longValue();
    }

    /** Since the latest one was finished, or since the first was begun where none was. */
    public long ageSeconds(Instant now) {
        var found = find();
        if (found == null) {
            return 0;
        }
        Date since = found.get("finished_at", found.getDate("created_at"));
        return since == null ? 0 : Duration.between(since.toInstant(), now).toSeconds();
    }

    private @Nullable Document find() {
        return state.find(Filters.eq("_id", "nightly")).first();
    }
}
