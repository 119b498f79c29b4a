package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.empty;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Sorts.descending;
import static dev.paylater.api.store.Deadline.bounded;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What paylater-ops writes each night, a report for each merchant and account. */
@Component
public final class ReconciliationReads {

    private final MongoCollection<Document> reports;

    ReconciliationReads(MongoDatabase database) {
        this.reports = database.getCollection("reconciliations");
    }

    /**
     * A report.
     *
     * @param account empty of payments without an attempt
     * @param count how many differ
     * @param differences the first of them
     */
    public record Reconciliation(
            String id,
            Instant at,
            String merchantId,
            String account,
            long payments,
            long count,
            List<Difference> differences) {}

    /**
     * Two sources that do not agree about a payment, or a line of a settlement file.
     *
     * @param advice what to do about it; reports of earlier versions have none
     */
    public record Difference(String payment, String rule, String what, @Nullable String advice) {}

    /** Null where there is none. */
    public @Nullable Reconciliation find(String id) {
        var found = bounded(reports.find(eq("_id", id))).first();
        return found == null ? null : read(found);
    }

    /** The newest first, from behind another one where that is given. */
    public List<Reconciliation> list(
            @Nullable String merchantId, @Nullable Reconciliation after, int limit) {
        List<Bson> filters = new ArrayList<>();
        filters.add(merchantId == null ? empty() : eq("merchant_id", merchantId));
        if (after != null) {
            var at = after.at();
            filters.add(or(lt("at", at), and(eq("at", at), lt("_id", after.id()))));
        }
        List<Reconciliation> found = new ArrayList<>();
        bounded(reports.find(and(filters)))
                .sort(descending("at", "_id"))
                .limit(limit)
                .forEach(each -> found.add(read(each)));
        return found;
    }

    private static Reconciliation read(Document found) {
        return new Reconciliation(
                found.getString("_id"),
                found.getDate("at").toInstant(),
                found.getString("merchant_id"),
                found.getString("merchant_connector_id"),
                found.get("payments", Number.class).longValue(),
                found.get("count", Number.class).longValue(),
                found.getList("differences", Document.class).stream()
                        .map(
                                each ->
                                        new Difference(
                                                each.getString("payment"),
                                                each.getString("rule"),
                                                each.getString("what"),
                                                each.getString("advice")))
                        .toList());
    }
}
