package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Sorts.descending;
import static dev.paylater.api.store.Deadline.bounded;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.options.CarriedOptions;
import dev.paylater.schemas.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds mandates, which are kept with the payments that they came with. */
@Component
public final class MandateReads {

    private static final String MERCHANT = "payment.merchant_id";
    private static final String MANDATE = "given_mandate_id";
    private static final String CREATED = "payment.created";

    private static final int BATCH = 100;

    /** What a mandate shows of the payment that it came with. */
    private static final Bson SHOWN =
            include(
                    "status",
                    "attempt_statuses",
                    MANDATE,
                    MERCHANT,
                    CREATED,
                    "payment.payment_id",
                    "payment.profile_id",
                    "payment.intent",
                    "payment.attempts",
                    "payment.terms.mandate_data",
                    "payment.terms." + CarriedOptions.MANDATE_BOUNDS);

    private final List<MongoCollection<RawBsonDocument>> payments;
    private final MongoCollection<Document> claims;
    private final PaymentReads holders;

    MandateReads(MongoDatabase database, PaymentReads holders) {
        this.payments =
                Stream.of("payments", "payments_archive")
                        .map(name -> database.getCollection(name, RawBsonDocument.class))
                        .toList();
        this.claims = database.getCollection("mandate_claims");
        this.holders = holders;
    }

    public Optional<Mandate> find(String merchantId, String mandateId) {
        return read(and(eq(MERCHANT, merchantId), eq(MANDATE, mandateId)), 1).stream().findFirst();
    }

    /**
     * Mandates by descending id, so the latest come first where payment ids begin with the time.
     *
     * @param customerId of one customer only
     * @param after the mandate behind which the page begins
     */
    public List<Mandate> list(
            String merchantId, @Nullable String customerId, @Nullable String after, int limit) {
        return read(and(filters(merchantId, customerId, after)), limit);
    }

    /** Those of a customer's mandates that were not revoked, likewise. */
    public List<Mandate> listUnrevoked(
            String merchantId, String customerId, @Nullable String after, int limit) {
        var filters = filters(merchantId, customerId, after);
        filters.add(exists("payment.attempts.mandate_revoked_at", false));
        return read(and(filters), limit);
    }

    private static List<Bson> filters(
            String merchantId, @Nullable String customerId, @Nullable String after) {
        var filters = new ArrayList<Bson>();
        filters.add(eq(MERCHANT, merchantId));
        filters.add(after == null ? exists(MANDATE) : lt(MANDATE, after));
        if (customerId != null) {
            filters.add(eq("payment.intent.customer_id", customerId));
        }
        return filters;
    }

    private List<Mandate> read(Bson filter, int limit) {
        var found = new TreeMap<String, PaymentDocument>(Comparator.reverseOrder());
        for (var from : payments) {
            var here = 0;
            for (var raw :
                    bounded(from.find(filter))
                            .sort(descending(MANDATE, CREATED))
                            .batchSize(BATCH)
                            .projection(SHOWN)) {
                var payment = PaymentDocument.readListed(raw.getByteBuffer().asNIO());
                var mandateId = raw.getString(MANDATE).getValue();
                if (!found.containsKey(mandateId) && ++here > limit) {
                    break;
                }
                found.merge(mandateId, payment, MandateReads::later);
            }
        }
        var claimed = paymentsByClaim(found);
        return found.entrySet().stream()
                .limit(limit)
                .map(
                        mandate ->
                                new Mandate(
                                        mandate.getKey(),
                                        mandate.getValue(),
                                        Optional.ofNullable(claimed.get(mandate.getKey()))))
                .toList();
    }

    /** The one in the archive may be an older copy. */
    private static PaymentDocument later(PaymentDocument one, PaymentDocument other) {
        return other.created().isAfter(one.created()) ? other : one;
    }

    /** The payments that hold the one use of a mandate, by the mandate's id. */
    private Map<String, PaymentDocument> paymentsByClaim(Map<String, PaymentDocument> mandates) {
        var keys =
                mandates.entrySet().stream()
                        .map(
                                mandate ->
                                        Topic.key(
                                                mandate.getValue().merchantId(), mandate.getKey()))
                        .toList();
        var holderOf = new HashMap<String, String>();
        for (var claim : bounded(claims.find(in("_id", keys)))) {
            holderOf.put(claim.getString("_id"), claim.getString("payment_id"));
        }
        var claimed = new HashMap<String, PaymentDocument>();
        mandates.forEach(
                (id, payment) ->
                        Optional.ofNullable(holderOf.get(Topic.key(payment.merchantId(), id)))
                                .flatMap(holder -> holders.find(payment.merchantId(), holder))
                                .ifPresent(holder -> claimed.put(id, holder)));
        return claimed;
    }
}
