package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Projections.exclude;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.RawBsonDocument;
import org.springframework.stereotype.Component;

/** Finds payments. They are written by orchestrator-service only, so nothing here can. */
@Component
public final class PaymentReads {

    private final MongoCollection<RawBsonDocument> payments;
    private final GatheredReads<RawBsonDocument> withoutHistory =
            new GatheredReads<>(this::findWithoutHistory);

    public PaymentReads(MongoDatabase database) {
        this.payments = database.getCollection("payments", RawBsonDocument.class);
    }

    /** A payment without its history. */
    public Optional<PaymentDocument> find(String merchantId, String paymentId) {
        return withoutHistory
                .find(Topic.key(merchantId, paymentId))
                .map(found -> PaymentDocument.read(found.getByteBuffer().asNIO()));
    }

    private Map<String, RawBsonDocument> findWithoutHistory(Set<String> keys) {
        var found = new HashMap<String, RawBsonDocument>();
        for (var payment :
                payments.find(in("_id", keys)).projection(exclude("journal", "waiters"))) {
            found.put(payment.getString("_id").getValue(), payment);
        }
        return found;
    }

    public Optional<PaymentDocument> findWithJournal(String merchantId, String paymentId) {
        return findRaw(merchantId, paymentId).map(PaymentDocument::readWithJournal);
    }

    /** A payment with its history, as it is stored. */
    public Optional<ByteBuffer> findRaw(String merchantId, String paymentId) {
        return Optional.ofNullable(
                        payments.find(eq("_id", Topic.key(merchantId, paymentId))).first())
                .map(found -> found.getByteBuffer().asNIO());
    }
}
