package dev.paylater.api.rotation;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.nin;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Sorts.ascending;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.key.EmailHashes;
import dev.paylater.kit.security.Sealer;
import dev.paylater.options.Sealed;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.springframework.stereotype.Component;

/**
 * Takes out of a customer's payments and refunds whatever is sealed in them, and the hash of the
 * e-mail address, history and archive included, and the exchanges with providers; amounts, times,
 * statuses and ids stay. A document is replaced on the condition of its version, as {@link
 * Resealing} does it, so the orchestrator notices and no change is lost.
 */
@Component
public final class Redaction {

    private static final int BATCH = 20;
    private static final List<SealedCollection> HOLDING_PAYMENTS =
            List.of(SealedCollection.PAYMENTS, SealedCollection.ARCHIVED_PAYMENTS);
    private static final String MERCHANT = "merchant_id";
    private static final String PAYMENT = "payment";
    private static final String PAYMENT_ID = "payment_id";
    private static final String EXCHANGE = "exchange";

    /** Nothing is at a provider yet, and nothing more happens by itself. */
    private static final List<String> NOT_BEGUN =
            List.of("requires_payment_method", "requires_confirmation");

    private final MongoDatabase database;

    Redaction(MongoDatabase database) {
        this.database = database;
    }

    public boolean hasPayments(String merchantId, String customerId) {
        return HOLDING_PAYMENTS.stream()
                .anyMatch(kind -> find(kind, of(merchantId, customerId)).isPresent());
    }

    /** A payment of the customer that is under way, or of which a refund or a dispute is. */
    public Optional<String> findUnderWay(String merchantId, String customerId) {
        return find(
                SealedCollection.PAYMENTS,
                and(
                        of(merchantId, customerId),
                        exists("at_rest_since", false),
                        nin("status", NOT_BEGUN)));
    }

    private Optional<String> find(SealedCollection kind, Bson filter) {
        return Optional.ofNullable(
                        documents(kind)
                                .find(filter)
                                .projection(include("payment.payment_id"))
                                .first())
                .map(found -> found.getDocument(PAYMENT).getString(PAYMENT_ID).getValue());
    }

    private static Bson of(String merchantId, String customerId) {
        return and(
                eq("payment.merchant_id", merchantId),
                eq("payment.intent.customer_id", customerId));
    }

    /** Comes back once a whole pass has found nothing sealed any more; may be repeated. */
    public void redact(String merchantId, String customerId) {
        var found = true;
        while (found) {
            found = false;
            for (var kind : HOLDING_PAYMENTS) {
                for (var payment : all(kind, of(merchantId, customerId))) {
                    found |= redact(payment, kind);
                    found |= redactExchanges(payment.getDocument(PAYMENT));
                    for (var refund : all(SealedCollection.REFUNDS, refundsOf(payment))) {
                        found |= redact(refund, SealedCollection.REFUNDS);
                    }
                }
            }
        }
    }

    private boolean redactExchanges(BsonDocument payment) {
        return documents(SealedCollection.EXCHANGES)
                        .updateMany(
                                and(of(payment), exists(EXCHANGE)),
                                combine(unset(EXCHANGE), inc("version", 1L)))
                        .getModifiedCount()
                > 0;
    }

    private FindIterable<BsonDocument> all(SealedCollection kind, Bson filter) {
        return documents(kind).find(filter).sort(ascending("_id")).batchSize(BATCH);
    }

    private MongoCollection<BsonDocument> documents(SealedCollection kind) {
        return database.getCollection(kind.collection(), BsonDocument.class);
    }

    private static Bson refundsOf(BsonDocument stored) {
        return of(stored.getDocument(PAYMENT));
    }

    private static Bson of(BsonDocument payment) {
        return and(
                eq(MERCHANT, payment.getString(MERCHANT)),
                eq(PAYMENT_ID, payment.getString(PAYMENT_ID)));
    }

    /** Whether it held something sealed; where somebody has changed it meanwhile it still does. */
    private boolean redact(BsonDocument document, SealedCollection kind) {
        var redacted = document.clone();
        StoredTexts.replaceAll(redacted, Redaction::redacted);
        if (redacted.equals(document)) {
            return false;
        }
        kind.replace(redacted, database);
        return true;
    }

    private static String redacted(String field, String text) {
        return field.equals(EmailHashes.FIELD)
                ? "null"
                : Sealed.replace(field, text, Sealer.PREFIX, _ -> "null");
    }
}
