package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Projections.exclude;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Sorts.ascending;
import static com.mongodb.client.model.Sorts.descending;
import static dev.paylater.api.store.Deadline.bounded;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.EmailHashes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Lists of payments, newest first by created and then payment_id. A page begins exactly behind its
 * cursor, so walking meets every payment once, whatever arrives meanwhile. A cursor in the middle
 * of payments with the same time is two ranges of the index, which every store reads as such,
 * rather than an $or that some scan.
 */
@Component
public final class PaymentList {

    private static final String MERCHANT = "payment.merchant_id";
    private static final String AMOUNT = "payment.intent.amount";
    static final String ORDER_REFERENCE = "payment.terms.merchant_order_reference_id";
    private static final String EMAIL_HASH = "payment.terms." + EmailHashes.FIELD;
    private static final String LINK = "payment.terms.payment_link";
    private static final String CREATED = "payment.created";
    private static final String ID = "payment.payment_id";

    private final MongoCollection<RawBsonDocument> payments;

    /**
     * What the documents of one page may hold. A hundred of the largest payments would be 74 MB: a
     * page of such ends sooner, and the next one begins where it ended.
     */
    static final int MAX_BYTES = 4 * 1024 * 1024;

    /** As many documents are fetched at once. */
    private static final int BATCH = 20;

    /**
     * So many order references that begin alike are put in order sooner than they are met in it.
     */
    private static final int FEW = 500;

    private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);

    public PaymentList(MongoDatabase database) {
        this.payments = database.getCollection("payments", RawBsonDocument.class);
    }

    /**
     * What is wanted.
     *
     * @param conditions as the methods here and {@link PaymentFilter} give them
     * @param orderPrefix what the order reference begins with
     * @param cursor where the page begins, exclusive
     * @param backwards the page ends before the cursor, instead of beginning behind it
     */
    public record Query(
            String merchantId,
            List<Bson> conditions,
            @Nullable String orderPrefix,
            @Nullable PaymentDocument cursor,
            boolean backwards,
            int limit) {}

    public static Bson created(String operator, Instant time) {
        return new Document(CREATED, new Document("$" + operator, Date.from(time)));
    }

    /** No payment at all. */
    public static Bson none() {
        return in(ID, List.of());
    }

    /** Payments that can be, or could be, paid by a link. */
    public static Bson withLink() {
        return eq(LINK, "true");
    }

    /** Payments with such an amount, in minor units. */
    public static Bson amount(String operator, long amount) {
        return new Document(AMOUNT, new Document("$" + operator, amount));
    }

    /** Payments of whoever has the e-mail address with one of these hashes. */
    public static Bson emailHash(List<String> hashes) {
        return in(EMAIL_HASH, hashes.stream().map(Json::text).toList());
    }

    public List<PaymentDocument> find(Query query) {
        var conditions = new ArrayList<Bson>();
        conditions.add(eq(MERCHANT, query.merchantId()));
        conditions.addAll(query.conditions());
        if (query.orderPrefix() != null) {
            conditions.add(beginsWith(query.merchantId(), query.orderPrefix()));
        }
        var page = new SizedPage(query.limit());
        var cursor = query.cursor();
        if (cursor == null) {
            read(query, conditions, page);
        } else {
            var created = Date.from(cursor.created());
            var sameTime =
                    query.backwards() ? gt(ID, cursor.paymentId()) : lt(ID, cursor.paymentId());
            read(query, List.of(and(conditions), eq(CREATED, created), sameTime), page);
            if (!page.isFull()) {
                var beyond = query.backwards() ? gt(CREATED, created) : lt(CREATED, created);
                read(query, List.of(and(conditions), beyond), page);
            }
        }
        return query.backwards() ? page.found.reversed() : page.found;
    }

    /** Collects payments until there are as many as were asked for, or they are large enough. */
    private static final class SizedPage {

        private final List<PaymentDocument> found = new ArrayList<>();
        private final int limit;
        private long bytes;

        SizedPage(int limit) {
            this.limit = limit;
        }

        int left() {
            return limit - found.size();
        }

        boolean isFull() {
            return left() == 0 || bytes >= MAX_BYTES;
        }

        void add(RawBsonDocument raw) {
            var document = raw.getByteBuffer().asNIO();
            bytes += document.remaining();
            found.add(PaymentDocument.readListed(document));
        }
    }

    /** JSON text without the quotation mark at its end begins what begins with the text. */
    private Bson beginsWith(String merchantId, String prefix) {
        var quoted = Json.text(prefix);
        var low = quoted.substring(0, quoted.length() - 1);
        var range = and(gte(ORDER_REFERENCE, low), lt(ORDER_REFERENCE, low + LAST_CHARACTER));
        var ids =
                bounded(payments.find(and(eq(MERCHANT, merchantId), range)))
                        .projection(include("_id"))
                        .limit(FEW + 1)
                        .map(found -> found.getString("_id").getValue())
                        .into(new ArrayList<>());
        return ids.size() > FEW ? range : in("_id", ids);
    }

    private void read(Query query, List<Bson> conditions, SizedPage page) {
        var wanted =
                bounded(payments.find(and(conditions)))
                        .sort(query.backwards() ? ascending(CREATED, ID) : descending(CREATED, ID))
                        .limit(page.left())
                        .batchSize(BATCH)
                        .projection(exclude("journal", "waiters"));
        try (var cursor = wanted.cursor()) {
            while (!page.isFull() && cursor.hasNext()) {
                page.add(cursor.next());
            }
        }
    }
}
