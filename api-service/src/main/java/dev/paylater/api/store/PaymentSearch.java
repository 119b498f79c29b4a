package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Projections.include;
import static dev.paylater.api.store.Deadline.bounded;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.schemas.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.springframework.stereotype.Component;

/**
 * Finds the few payments, of whichever merchants, that have an id or a reference, newest first. The
 * indexes begin with the merchant, so each merchant's entries are looked for; only a provider's
 * reference has an index of its own. All documents are read with as much as a row of a list shows.
 */
@Component
public final class PaymentSearch {

    /** No more are read; so many with one reference are no answer to anybody's question. */
    public static final int MOST = 500;

    private static final String MERCHANT = "payment.merchant_id";
    private static final String TRANSACTION = "payment.attempts.data.transaction_id";

    private static final Bson ROW =
            include(
                    "status",
                    "connector",
                    MERCHANT,
                    "payment.payment_id",
                    "payment.created",
                    "payment.updated",
                    "payment.intent.amount",
                    "payment.intent.currency",
                    "payment.attempts.attempt_id",
                    "payment.attempts.stage");

    public static final Comparator<PaymentDocument> NEWEST_FIRST =
            Comparator.comparing(PaymentDocument::created)
                    .thenComparing(PaymentDocument::paymentId)
                    .thenComparing(PaymentDocument::merchantId)
                    .reversed();

    private final MongoCollection<RawBsonDocument> payments;
    private final MongoCollection<RawBsonDocument> archive;

    PaymentSearch(MongoDatabase database) {
        this.payments = database.getCollection("payments", RawBsonDocument.class);
        this.archive = database.getCollection("payments_archive", RawBsonDocument.class);
    }

    /** Those with this id, also in the archive; where both have one, the archive's is a copy. */
    public List<PaymentDocument> withId(
            List<String> merchantIds, String paymentId, List<Bson> conditions) {
        var keys = merchantIds.stream().map(merchant -> Topic.key(merchant, paymentId)).toList();
        var present = find(payments, in("_id", keys), conditions);
        if (present.size() < keys.size()) {
            find(archive, in("_id", keys), conditions).stream()
                    .filter(copy -> present.stream().noneMatch(found -> isSame(found, copy)))
                    .toList()
                    .forEach(present::add);
            present.sort(NEWEST_FIRST);
        }
        return present;
    }

    private static boolean isSame(PaymentDocument one, PaymentDocument other) {
        return one.merchantId().equals(other.merchantId())
                && one.paymentId().equals(other.paymentId());
    }

    /** Those that the provider knows by this reference. */
    public List<PaymentDocument> withTransaction(String transactionId, List<Bson> conditions) {
        return find(payments, hasTransaction(transactionId), conditions);
    }

    /** The condition that the provider knows a payment by this reference. */
    public static Bson hasTransaction(String transactionId) {
        return eq(TRANSACTION, transactionId);
    }

    /**
     * Those of these merchants for which the conditions hold.
     *
     * @param conditions with an order reference, which few payments have
     */
    public List<PaymentDocument> ofMerchants(List<String> merchantIds, List<Bson> conditions) {
        return find(payments, in(MERCHANT, merchantIds), conditions);
    }

    /** The condition that a payment is one merchant's. */
    public static Bson ofMerchant(String merchantId) {
        return eq(MERCHANT, merchantId);
    }

    private static List<PaymentDocument> find(
            MongoCollection<RawBsonDocument> from, Bson narrow, List<Bson> conditions) {
        var all = new ArrayList<Bson>();
        all.add(narrow);
        all.addAll(conditions);
        var found = new ArrayList<PaymentDocument>();
        for (var raw : bounded(from.find(and(all))).projection(ROW).limit(MOST + 1)) {
            found.add(PaymentDocument.readListed(raw.getByteBuffer().asNIO()));
        }
        found.sort(NEWEST_FIRST);
        return found;
    }
}
