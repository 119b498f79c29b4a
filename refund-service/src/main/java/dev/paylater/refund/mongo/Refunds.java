package dev.paylater.refund.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Indexes.ascending;
import static com.mongodb.client.model.Indexes.compoundIndex;
import static com.mongodb.client.model.Indexes.descending;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.ConditionalStore;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bson.conversions.Bson;

/** The collection of refunds. */
public final class Refunds extends ConditionalStore<Refund, RefundEvent> {

    private static final String COLLECTION = "refunds";

    static final Bson ACCOUNT_REFUSED = eq("parts.account_refused", true);
    static final Bson CONTRADICTED = eq("parts.contradicted", true);
    private static final Bson PENDING = eq("status", "pending");

    public Refunds(MongoDatabase database) {
        super(database, COLLECTION, RefundDocument.CODEC);
    }

    /**
     * Creates the indexes that are missing: a merchant's newest for pages, a payment's for the
     * other refunds of it, a merchant's latest changed for api-service's lists, what is due for the
     * timer, and what is late for the alarms.
     */
    public void ensureIndexes() {
        ensureIndexes(
                collection,
                List.of(
                        new IndexModel(
                                compoundIndex(
                                        ascending("merchant_id"),
                                        descending("created_at", "refund_id"))),
                        new IndexModel(ascending("merchant_id", "payment_id")),
                        new IndexModel(ascending("merchant_id", "updated_at")),
                        new IndexModel(
                                ascending("created_at"),
                                new IndexOptions().partialFilterExpression(PENDING)),
                        new IndexModel(
                                ascending("parts.account_refused"),
                                new IndexOptions().partialFilterExpression(ACCOUNT_REFUSED)),
                        new IndexModel(
                                ascending("parts.contradicted"),
                                new IndexOptions().partialFilterExpression(CONTRADICTED)),
                        dueIndex()));
    }

    public Optional<Stored<Refund, RefundEvent>> find(String id) {
        return Optional.ofNullable(find(List.of(id)).get(id));
    }

    /** All refunds of a payment. */
    public List<Stored<Refund, RefundEvent>> findOfPayment(String merchantId, String paymentId) {
        return collection
                .find(and(eq("merchant_id", merchantId), eq("payment_id", paymentId)))
                .map(form::read)
                .into(new ArrayList<>());
    }

    /** Refunds that were requested before this and are still pending. */
    public long countPending(Instant before) {
        return count(pending(before));
    }

    static Bson pending(Instant before) {
        return and(PENDING, lt("created_at", Date.from(before)));
    }

    /** Refunds of which the provider says another end, so that somebody must find out. */
    public long countContradicted() {
        return count(CONTRADICTED);
    }

    /** Refunds for which the provider refuses the account's credentials. */
    public long countAccountRefused() {
        return count(ACCOUNT_REFUSED);
    }
}
