package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Projections.exclude;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Sorts.descending;
import static dev.paylater.api.store.Deadline.bounded;
import static dev.paylater.api.store.Deadline.boundedCount;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Finds refunds by any combination of conditions, over the index of a merchant's newest. */
@Component
public final class RefundList {

    private static final Logger log = LoggerFactory.getLogger(RefundList.class);

    /** Refunds have milliseconds: not before a time within one is not before its end. */
    private static final long ALMOST_A_MILLISECOND = 999_999;

    private static final int ROWS_AT_ONCE = 5_000;
    private static final Bson SHOWN = exclude("journal");
    private static final Bson ROW =
            include(
                    "refund_id",
                    "payment_id",
                    "profile_id",
                    "connector",
                    "merchant_connector_id",
                    "currency",
                    "status",
                    "amount",
                    "created_at",
                    "updated_at");

    private final MongoCollection<RawBsonDocument> collection;

    public RefundList(MongoDatabase database) {
        collection = database.getCollection("refunds", RawBsonDocument.class);
    }

    /** A page as the store finds and counts it. */
    public RefundPage find(RefundFilter filter, int offset, int limit) {
        var conditions = conditions(filter);
        var refunds =
                bounded(collection.find(conditions))
                        .projection(SHOWN)
                        .sort(descending("created_at", "refund_id"))
                        .skip(offset)
                        .limit(limit)
                        .into(new ArrayList<>());
        return new RefundPage(refunds, collection.countDocuments(conditions, boundedCount()));
    }

    /** These refunds of a merchant in this order, without those that there are not. */
    public List<RawBsonDocument> find(String merchantId, List<String> refundIds) {
        var ids = refundIds.stream().map(refundId -> merchantId + "/" + refundId).toList();
        var found = new HashMap<String, RawBsonDocument>();
        bounded(collection.find(in("_id", ids)))
                .projection(SHOWN)
                .forEach(refund -> found.put(text(refund, "_id"), refund));
        return ids.stream().map(found::get).filter(Objects::nonNull).toList();
    }

    /**
     * The merchant's refunds that were changed at or after this time, in any order. It has no
     * deadline: what it reads stays in memory, so that the next list is fast although the caller of
     * the first may have given up.
     */
    public List<RefundRow> changedSince(String merchantId, Instant since, int most) {
        var rows = new ArrayList<RefundRow>();
        for (var document :
                collection
                        .find(
                                and(
                                        eq("merchant_id", merchantId),
                                        gte("updated_at", Date.from(since))))
                        .projection(ROW)
                        .batchSize(ROWS_AT_ONCE)
                        .limit(most)) {
            try {
                rows.add(row(document));
            } catch (RuntimeException e) {
                log.error("Refund {} is damaged and left out of lists", document.get("_id"), e);
            }
        }
        return rows;
    }

    private static RefundRow row(RawBsonDocument document) {
        return new RefundRow(
                text(document, "refund_id"),
                text(document, "payment_id"),
                text(document, "profile_id").intern(),
                text(document, "connector").intern(),
                text(document, "merchant_connector_id").intern(),
                text(document, "currency").intern(),
                text(document, "status").intern(),
                document.getInt64("amount").getValue(),
                Instant.ofEpochMilli(document.getDateTime("created_at").getValue()),
                Instant.ofEpochMilli(document.getDateTime("updated_at").getValue()));
    }

    private static String text(RawBsonDocument document, String field) {
        return document.getString(field).getValue();
    }

    private static Bson conditions(RefundFilter filter) {
        var conditions = new ArrayList<Bson>();
        if (filter.refundId() != null) {
            conditions.add(eq("_id", filter.merchantId() + "/" + filter.refundId()));
        }
        conditions.add(eq("merchant_id", filter.merchantId()));
        conditions.add(
                gte("created_at", Date.from(filter.startTime().plusNanos(ALMOST_A_MILLISECOND))));
        conditions.add(lte("created_at", Date.from(filter.endTime())));
        addEqual(conditions, "payment_id", filter.paymentId());
        addEqual(conditions, "profile_id", filter.profileId());
        if (filter.startAmount() != null) {
            conditions.add(gte("amount", filter.startAmount()));
        }
        if (filter.endAmount() != null) {
            conditions.add(lte("amount", filter.endAmount()));
        }
        addAnyOf(conditions, "connector", filter.connectors());
        addAnyOf(conditions, "merchant_connector_id", filter.merchantConnectorIds());
        addAnyOf(conditions, "currency", filter.currencies());
        addAnyOf(conditions, "status", filter.statuses());
        return and(conditions);
    }

    private static void addEqual(List<Bson> conditions, String field, @Nullable String value) {
        if (value != null) {
            conditions.add(eq(field, value));
        }
    }

    private static void addAnyOf(List<Bson> conditions, String field, Collection<String> values) {
        if (!values.isEmpty()) {
            conditions.add(in(field, values));
        }
    }
}
