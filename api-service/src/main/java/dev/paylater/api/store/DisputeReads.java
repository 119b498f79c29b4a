package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Projections.exclude;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentItem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.springframework.stereotype.Component;

/** Finds disputes, which are kept with the payments that they are about. */
@Component
public final class DisputeReads {

    private static final String MERCHANT = "payment.merchant_id";
    private static final String DISPUTE = "payment.disputes.dispute_id";

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

    public List<PaymentItem> all(String merchantId) {
        return read(and(eq(MERCHANT, merchantId), exists(DISPUTE))).toList();
    }

    /** A payment that is in the archive as well counts as it is outside of it. */
    private Stream<PaymentItem> read(Bson filter) {
        var found = new LinkedHashMap<String, PaymentDocument>();
        for (var from : payments) {
            from.find(filter)
                    .projection(exclude("journal", "waiters"))
                    .forEach(
                            raw ->
                                    found.putIfAbsent(
                                            raw.getString("_id").getValue(),
                                            PaymentDocument.readListed(
                                                    raw.getByteBuffer().asNIO())));
        }
        return found.values().stream()
                .flatMap(
                        payment ->
                                payment.disputes().stream()
                                        .map(dispute -> new PaymentItem(payment, dispute)));
    }
}
