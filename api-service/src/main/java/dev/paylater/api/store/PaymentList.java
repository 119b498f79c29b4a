package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Projections.exclude;
import static com.mongodb.client.model.Sorts.ascending;
import static com.mongodb.client.model.Sorts.descending;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.document.PaymentDocument;
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
    private static final String CUSTOMER = "payment.intent.customer_id";
    private static final String CREATED = "payment.created";
    private static final String ID = "payment.payment_id";

    private final MongoCollection<RawBsonDocument> payments;

    PaymentList(MongoDatabase database) {
        this.payments = database.getCollection("payments", RawBsonDocument.class);
    }

    /**
     * What is wanted.
     *
     * @param times filters on created
     * @param cursor where the page begins, exclusive
     * @param backwards the page ends before the cursor, instead of beginning behind it
     */
    public record Query(
            String merchantId,
            @Nullable String customerId,
            List<Bson> times,
            @Nullable PaymentDocument cursor,
            boolean backwards,
            int limit) {}

    public static Bson created(String operator, Instant time) {
        return new Document(CREATED, new Document("$" + operator, Date.from(time)));
    }

    public List<PaymentDocument> find(Query query) {
        var found = new ArrayList<PaymentDocument>();
        var cursor = query.cursor();
        if (cursor == null) {
            read(query, List.of(), query.limit(), found);
        } else {
            var created = Date.from(cursor.created());
            var sameTime =
                    query.backwards() ? gt(ID, cursor.paymentId()) : lt(ID, cursor.paymentId());
            read(query, List.of(eq(CREATED, created), sameTime), query.limit(), found);
            if (found.size() < query.limit()) {
                var beyond = query.backwards() ? gt(CREATED, created) : lt(CREATED, created);
                read(query, List.of(beyond), query.limit() - found.size(), found);
            }
        }
        return query.backwards() ? found.reversed() : found;
    }

    private void read(Query query, List<Bson> range, int limit, List<PaymentDocument> found) {
        var filters = new ArrayList<Bson>();
        filters.add(eq(MERCHANT, query.merchantId()));
        if (query.customerId() != null) {
            filters.add(eq(CUSTOMER, query.customerId()));
        }
        filters.addAll(query.times());
        filters.addAll(range);
        payments.find(and(filters))
                .sort(query.backwards() ? ascending(CREATED, ID) : descending(CREATED, ID))
                .limit(limit)
                .projection(exclude("journal", "waiters"))
                .map(raw -> PaymentDocument.read(raw.getByteBuffer().asNIO()))
                .into(found);
    }
}
