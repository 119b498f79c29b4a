package dev.paylater.refund.mongo;

import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Indexes.ascending;
import static com.mongodb.client.model.Indexes.compoundIndex;
import static com.mongodb.client.model.Indexes.descending;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import java.util.List;

/**
 * The indexes of the collection of refunds: a merchant's newest for pages, a payment's for the
 * other refunds of it, a merchant's latest changed for the directory, and what is due for the
 * timer.
 */
public final class RefundIndexes {

    private RefundIndexes() {}

    /** Creates those that are missing. */
    public static void ensure(MongoDatabase database) {
        database.getCollection(Refunds.COLLECTION)
                .createIndexes(
                        List.of(
                                new IndexModel(
                                        compoundIndex(
                                                ascending("merchant_id"),
                                                descending("created_at", "refund_id"))),
                                new IndexModel(ascending("merchant_id", "payment_id")),
                                new IndexModel(ascending("merchant_id", "updated_at")),
                                new IndexModel(
                                        ascending(RefundDocument.DUE),
                                        new IndexOptions()
                                                .partialFilterExpression(
                                                        exists(RefundDocument.DUE)))));
    }
}
