package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Projections.exclude;
import static com.mongodb.client.model.Projections.include;
import static dev.paylater.api.store.Deadline.bounded;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentItem;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.springframework.stereotype.Component;

/** Finds disputes, which are kept with the payments that they are about. */
@Component
public final class DisputeReads {

    private static final String MERCHANT = "payment.merchant_id";
    private static final String DISPUTE = "payment.disputes.dispute_id";

    private static final int BATCH = 100;

    /** What a dispute shows of itself and of its payment. */
    private static final Bson SHOWN =
            include(
                    MERCHANT,
                    "payment.payment_id",
                    "payment.disputes",
                    "payment.attempts.attempt_id",
                    "payment.attempts.connector");

    private final List<MongoCollection<RawBsonDocument>> payments;

    DisputeReads(MongoDatabase database) {
        this.payments =
                Stream.of("payments", "payments_archive")
                        .map(name -> database.getCollection(name, RawBsonDocument.class))
                        .toList();
    }

    public Optional<PaymentItem> find(String merchantId, String disputeId) {
        return read(and(eq(MERCHANT, merchantId), eq(DISPUTE, disputeId)))
                .filter(dispute -> disputeId.equals(dispute.fields().text("dispute_id")))
                .findFirst();
    }

    /**
     * The newest of a merchant's disputes, however many there are: of each disputed payment only
     * what a dispute shows is read, and no more of them are held than are wanted.
     */
    public List<PaymentItem> newest(
            String merchantId,
            Predicate<PaymentItem> wanted,
            Comparator<PaymentItem> newestFirst,
            int limit) {
        var newest = new PriorityQueue<>(newestFirst.reversed());
        var seen = new HashSet<String>();
        for (var from : payments) {
            var disputed =
                    bounded(from.find(and(eq(MERCHANT, merchantId), exists(DISPUTE))))
                            .projection(SHOWN)
                            .batchSize(BATCH);
            try (var cursor = disputed.cursor()) {
                while (cursor.hasNext()) {
                    var raw = cursor.next();
                    // A payment that is in the archive as well counts as it is outside of it.
                    if (seen.add(raw.getString("_id").getValue())) {
                        var payment = PaymentDocument.readListed(raw.getByteBuffer().asNIO());
                        disputesOf(payment).filter(wanted).forEach(newest::add);
                        while (newest.size() > limit) {
                            newest.remove();
                        }
                    }
                }
            }
        }
        return newest.stream().sorted(newestFirst).toList();
    }

    /** A payment that is in the archive as well counts as it is outside of it. */
    private Stream<PaymentItem> read(Bson filter) {
        var found = new LinkedHashMap<String, PaymentDocument>();
        for (var from : payments) {
            bounded(from.find(filter))
                    .projection(exclude("journal", "waiters"))
                    .forEach(
                            raw ->
                                    found.putIfAbsent(
                                            raw.getString("_id").getValue(),
                                            PaymentDocument.readListed(
                                                    raw.getByteBuffer().asNIO())));
        }
        return found.values().stream().flatMap(DisputeReads::disputesOf);
    }

    private static Stream<PaymentItem> disputesOf(PaymentDocument payment) {
        return payment.disputes().stream().map(dispute -> new PaymentItem(payment, dispute));
    }
}
