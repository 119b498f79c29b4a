package dev.paylater.orchestrator.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Indexes.ascending;
import static com.mongodb.client.model.Indexes.compoundIndex;
import static com.mongodb.client.model.Indexes.descending;
import static com.mongodb.client.model.Projections.include;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.WriteModel;
import dev.paylater.orchestrator.journal.PaymentStore;
import dev.paylater.orchestrator.journal.StoredPayment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.RawBsonDocument;

/** The collection of payments. All writes of a batch go in one call. */
public final class Payments implements PaymentStore {

    private static final int DUPLICATE_KEY = 11000;
    private static final String STATUS = "status";
    private static final String PROCESSING = "processing";

    private final MongoCollection<RawBsonDocument> collection;
    private final String writerId = UUID.randomUUID().toString();
    private final AtomicLong writes = new AtomicLong();

    public Payments(MongoDatabase database) {
        collection = database.getCollection("payments", RawBsonDocument.class);
    }

    /** Creates the indexes that are missing. */
    public void ensureIndexes() {
        collection.createIndexes(
                List.of(
                        new IndexModel(
                                compoundIndex(
                                        ascending("payment.merchant_id"),
                                        descending("payment.created", "payment.payment_id"))),
                        new IndexModel(
                                compoundIndex(
                                        ascending(
                                                "payment.merchant_id",
                                                "payment.intent.customer_id"),
                                        descending("payment.created", "payment.payment_id")),
                                new IndexOptions()
                                        .partialFilterExpression(
                                                exists("payment.intent.customer_id"))),
                        new IndexModel(
                                ascending("payment.merchant_id", "payment.attempts.mandate_id"),
                                new IndexOptions()
                                        .partialFilterExpression(
                                                exists("payment.attempts.mandate_id"))),
                        new IndexModel(
                                ascending("payment.merchant_id", "payment.disputes.dispute_id"),
                                new IndexOptions()
                                        .partialFilterExpression(
                                                exists("payment.disputes.dispute_id"))),
                        new IndexModel(
                                ascending(STATUS),
                                new IndexOptions().partialFilterExpression(eq(STATUS, PROCESSING))),
                        new IndexModel(
                                ascending(PaymentDocument.DUE),
                                new IndexOptions()
                                        .partialFilterExpression(exists(PaymentDocument.DUE)))));
    }

    @Override
    public Map<String, StoredPayment> find(Collection<String> ids) {
        var found = new HashMap<String, StoredPayment>();
        for (var document : collection.find(in("_id", ids))) {
            var stored = PaymentDocument.read(document);
            found.put(stored.id(), stored);
        }
        return found;
    }

    @Override
    public Optional<StoredPayment> findByMandate(String merchantId, String mandateId) {
        return Optional.ofNullable(
                        collection
                                .find(
                                        and(
                                                eq("payment.merchant_id", merchantId),
                                                eq("payment.attempts.mandate_id", mandateId),
                                                exists("payment.intent.mandate_id", false)))
                                .sort(descending("payment.created"))
                                .first())
                .map(PaymentDocument::read);
    }

    @Override
    public List<Due> findDue(Instant now, int limit) {
        var due = new ArrayList<Due>();
        for (var document :
                collection
                        .find(lte(PaymentDocument.DUE, Date.from(now)))
                        .projection(include(PaymentDocument.VERSION, PaymentDocument.DUE))
                        .sort(ascending(PaymentDocument.DUE))
                        .limit(limit)) {
            due.add(
                    new Due(
                            document.getString("_id").getValue(),
                            document.getInt64(PaymentDocument.VERSION).getValue(),
                            Instant.ofEpochMilli(
                                    document.getDateTime(PaymentDocument.DUE).getValue())));
        }
        return due;
    }

    /** Payments whose time came before this and that nobody has looked at since. */
    public long countOverdue(Instant before) {
        return collection.countDocuments(lt(PaymentDocument.DUE, Date.from(before)));
    }

    /** Payments that are processing and will never be looked at again. */
    public long countForgotten() {
        return collection.countDocuments(
                and(eq(STATUS, PROCESSING), exists(PaymentDocument.DUE, false)));
    }

    /** Payments that have asked something of a provider before this and still have no outcome. */
    public long countUnanswered(Instant before) {
        return collection.countDocuments(
                and(
                        gt(PaymentDocument.DUE, Date.from(Instant.EPOCH)),
                        eq(STATUS, PROCESSING),
                        lt("payment.operations.requested_at", Date.from(before))));
    }

    /** Payments with an operation for which the provider refuses the account's credentials. */
    public long countAccountRefused() {
        return collection.countDocuments(
                and(
                        gt(PaymentDocument.DUE, Date.from(Instant.EPOCH)),
                        eq("payment.operations.account_refused", true)));
    }

    @Override
    public Set<String> write(Collection<StoredPayment> payments) {
        var writers = new HashMap<String, String>();
        var models = new ArrayList<WriteModel<RawBsonDocument>>();
        for (var stored : payments) {
            var writer = writerId + ":" + writes.incrementAndGet();
            writers.put(stored.id(), writer);
            models.add(model(stored, PaymentDocument.whole(stored, writer)));
        }
        try {
            var result = collection.bulkWrite(models, new BulkWriteOptions().ordered(false));
            return result.getMatchedCount() + result.getUpserts().size() == models.size()
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

    /**
     * A payment that is new is one whose version 0 is replaced: nobody has that, so it is inserted,
     * which fails when there is one of its id. Being of one kind, all models go in one command.
     */
    private static WriteModel<RawBsonDocument> model(
            StoredPayment stored, RawBsonDocument document) {
        return new ReplaceOneModel<>(
                and(eq("_id", stored.id()), eq(PaymentDocument.VERSION, stored.version() - 1)),
                document,
                new ReplaceOptions().upsert(stored.version() == 1));
    }

    /** A bulk write tells how many took effect, not which: those that carry our mark did. */
    private Set<String> findConflicts(Map<String, String> writers) {
        var conflicts = new HashSet<>(writers.keySet());
        for (var document :
                collection
                        .find(in("_id", writers.keySet()))
                        .projection(include(PaymentDocument.WRITER))) {
            var id = document.getString("_id").getValue();
            if (document.getString(PaymentDocument.WRITER).getValue().equals(writers.get(id))) {
                conflicts.remove(id);
            }
        }
        return conflicts;
    }
}
