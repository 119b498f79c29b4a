package dev.paylater.refund.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Indexes.ascending;
import static com.mongodb.client.model.Projections.exclude;
import static com.mongodb.client.model.Projections.include;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.WriteModel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.RawBsonDocument;

/** The collection of refunds, and what readers see of it. */
public final class Refunds implements RefundStore {

    static final String COLLECTION = "refunds";

    private static final int DUPLICATE_KEY = 11000;

    private final MongoCollection<RawBsonDocument> collection;
    private final String writerId = UUID.randomUUID().toString();
    private final AtomicLong writes = new AtomicLong();

    public Refunds(MongoDatabase database) {
        collection = database.getCollection(COLLECTION, RawBsonDocument.class);
    }

    @Override
    public Map<String, StoredRefund> find(Collection<String> ids) {
        var found = new HashMap<String, StoredRefund>();
        for (var document : collection.find(in("_id", ids))) {
            var stored = RefundDocument.read(document);
            found.put(stored.id(), stored);
        }
        return found;
    }

    public Optional<StoredRefund> find(String id) {
        return Optional.ofNullable(find(List.of(id)).get(id));
    }

    @Override
    public List<StoredRefund> findOfPayment(String merchantId, String paymentId) {
        return collection
                .find(and(eq("merchant_id", merchantId), eq("payment_id", paymentId)))
                .map(RefundDocument::read)
                .into(new ArrayList<>());
    }

    /** What readers see of a refund: see docs/data-model.md. */
    public Optional<RawBsonDocument> findFacts(String id) {
        return Optional.ofNullable(
                collection.find(eq("_id", id)).projection(exclude(RefundDocument.JOURNAL)).first());
    }

    /** What readers see of these refunds, in this order; see docs/data-model.md. */
    public List<RawBsonDocument> findFacts(List<String> ids) {
        var found = new HashMap<String, RawBsonDocument>();
        collection
                .find(in("_id", ids))
                .projection(exclude(RefundDocument.JOURNAL))
                .forEach(document -> found.put(document.getString("_id").getValue(), document));
        return ids.stream().map(found::get).filter(Objects::nonNull).toList();
    }

    @Override
    public List<Due> findDue(Instant now, int limit) {
        return collection
                .find(lte(RefundDocument.DUE, Date.from(now)))
                .projection(
                        include(
                                "merchant_id",
                                "payment_id",
                                "refund_id",
                                RefundDocument.VERSION,
                                RefundDocument.DUE))
                .sort(ascending(RefundDocument.DUE))
                .limit(limit)
                .map(
                        document ->
                                new Due(
                                        document.getString("merchant_id").getValue(),
                                        document.getString("payment_id").getValue(),
                                        document.getString("refund_id").getValue(),
                                        document.getInt64(RefundDocument.VERSION).getValue(),
                                        Instant.ofEpochMilli(
                                                document.getDateTime(RefundDocument.DUE)
                                                        .getValue())))
                .into(new ArrayList<>());
    }

    /** Refunds whose time came before this and that nobody has looked at since. */
    public long countOverdue(Instant before) {
        return collection.countDocuments(lt(RefundDocument.DUE, Date.from(before)));
    }

    /** Refunds that were asked for before this and are still pending. */
    public long countPending(Instant before) {
        return collection.countDocuments(
                and(
                        gt(RefundDocument.DUE, Date.from(Instant.EPOCH)),
                        eq("status", "pending"),
                        lt("created_at", Date.from(before))));
    }

    @Override
    public Set<String> write(Collection<StoredRefund> refunds) {
        var writers = new HashMap<String, String>();
        var models = new ArrayList<WriteModel<RawBsonDocument>>();
        for (var stored : refunds) {
            var writer = writerId + ":" + writes.incrementAndGet();
            writers.put(stored.id(), writer);
            models.add(model(stored, RefundDocument.whole(stored, writer)));
        }
        try {
            var result = collection.bulkWrite(models, new BulkWriteOptions().ordered(false));
            return result.getInsertedCount() + result.getMatchedCount() == models.size()
                    ? Set.of()
                    : findConflicts(writers);
        } catch (MongoBulkWriteException e) {
            if (e.getWriteConcernError() == null
                    && e.getWriteErrors().stream()
                            .allMatch(error -> error.getCode() == DUPLICATE_KEY)) {
                return findConflicts(writers);
            }
            throw e;
        }
    }

    private static WriteModel<RawBsonDocument> model(
            StoredRefund stored, RawBsonDocument document) {
        return stored.version() == 1
                ? new InsertOneModel<>(document)
                : new ReplaceOneModel<>(
                        and(
                                eq("_id", stored.id()),
                                eq(RefundDocument.VERSION, stored.version() - 1)),
                        document);
    }

    /** A bulk write tells how many took effect, not which: those that carry our mark did. */
    private Set<String> findConflicts(Map<String, String> writers) {
        var conflicts = new HashSet<>(writers.keySet());
        for (var document :
                collection
                        .find(in("_id", writers.keySet()))
                        .projection(include(RefundDocument.WRITER))) {
            var id = document.getString("_id").getValue();
            if (document.getString(RefundDocument.WRITER).getValue().equals(writers.get(id))) {
                conflicts.remove(id);
            }
        }
        return conflicts;
    }
}
