package dev.paylater.api.rotation;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.nin;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Sorts.ascending;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.key.EmailHashes;
import dev.paylater.kit.security.Sealer;
import dev.paylater.options.Sealed;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.springframework.stereotype.Component;

/**
 * Takes out of a customer's payments and refunds whatever is sealed in them, and the hash of the
 * e-mail address, history and archive included; amounts, times, statuses and ids stay. A document
 * is replaced on the condition of its version, as {@link Resealing} does it, so the orchestrator
 * notices and no change is lost.
 */
@Component
public final class Redaction {

    private static final int PAGE = 100;
    private static final String MERCHANT = "merchant_id";
    private static final String PAYMENT = "payment";

    /** Nothing is at a provider yet, and nothing more happens by itself. */
    private static final List<String> NOT_BEGUN =
            List.of("requires_payment_method", "requires_confirmation");

    private final MongoDatabase database;

    Redaction(MongoDatabase database) {
        this.database = database;
    }

    public boolean hasPayments(String merchantId, String customerId) {
        return find(SealedCollection.PAYMENTS, of(merchantId, customerId)).isPresent()
                || find(SealedCollection.ARCHIVED_PAYMENTS, of(merchantId, customerId)).isPresent();
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
                        database.getCollection(kind.collection(), BsonDocument.class)
                                .find(filter)
                                .projection(include("payment.payment_id"))
                                .first())
                .map(found -> found.getDocument(PAYMENT).getString("payment_id").getValue());
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
            for (var kind :
                    List.of(SealedCollection.PAYMENTS, SealedCollection.ARCHIVED_PAYMENTS)) {
                found |= redact(kind, of(merchantId, customerId), merchantId);
            }
        }
    }

    private boolean redact(SealedCollection kind, Bson filter, String merchantId) {
        var collection = database.getCollection(kind.collection(), BsonDocument.class);
        var found = false;
        var page = List.<BsonDocument>of();
        Bson within = filter;
        do {
            page =
                    collection
                            .find(within)
                            .sort(ascending("_id"))
                            .limit(PAGE)
                            .into(new ArrayList<>());
            for (var document : page) {
                found |= redact(document, kind);
            }
            if (kind != SealedCollection.REFUNDS && !page.isEmpty()) {
                found |= redact(SealedCollection.REFUNDS, refundsOf(page, merchantId), merchantId);
            }
            if (!page.isEmpty()) {
                within = and(filter, gt("_id", page.getLast().getString("_id").getValue()));
            }
        } while (page.size() == PAGE);
        return found;
    }

    private static Bson refundsOf(List<BsonDocument> payments, String merchantId) {
        return and(
                eq(MERCHANT, merchantId),
                in(
                        "payment_id",
                        payments.stream()
                                .map(payment -> payment.getDocument(PAYMENT).get("payment_id"))
                                .map(Objects::requireNonNull)
                                .map(BsonValue::asString)
                                .map(id -> id.getValue())
                                .toList()));
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
