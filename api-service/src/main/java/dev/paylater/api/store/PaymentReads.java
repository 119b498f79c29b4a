package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Projections.exclude;
import static dev.paylater.api.store.Deadline.bounded;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.RawBsonDocument;
import org.springframework.stereotype.Component;

/**
 * Finds payments, and in the archive those that are not with the others. They are written by
 * orchestrator-service only, so nothing here can.
 */
@Component
public final class PaymentReads {

    private final MongoCollection<RawBsonDocument> payments;
    private final MongoCollection<RawBsonDocument> archive;
    private final GatheredReads<RawBsonDocument> withoutHistory =
            new GatheredReads<>(this::findWithoutHistory);

    public PaymentReads(MongoDatabase database) {
        this.payments = database.getCollection("payments", RawBsonDocument.class);
        this.archive = database.getCollection("payments_archive", RawBsonDocument.class);
    }

    /** A payment without its history. */
    public Optional<PaymentDocument> find(String merchantId, String paymentId) {
        return withoutHistory
                .find(Topic.key(merchantId, paymentId))
                .map(found -> PaymentDocument.read(found.getByteBuffer().asNIO()));
    }

    private Map<String, RawBsonDocument> findWithoutHistory(Set<String> keys) {
        var found = findWithoutHistory(payments, keys);
        if (found.size() < keys.size()) {
            var missing = new HashSet<>(keys);
            missing.removeAll(found.keySet());
            found.putAll(findWithoutHistory(archive, missing));
        }
        return found;
    }

    private static Map<String, RawBsonDocument> findWithoutHistory(
            MongoCollection<RawBsonDocument> from, Set<String> keys) {
        var found = new HashMap<String, RawBsonDocument>();
        for (var payment :
                bounded(from.find(in("_id", keys))).projection(exclude("journal", "waiters"))) {
            found.put(payment.getString("_id").getValue(), payment);
        }
        return found;
    }

    public Optional<PaymentDocument> findWithJournal(String merchantId, String paymentId) {
        return findRaw(merchantId, paymentId).map(PaymentDocument::readWithJournal);
    }

    /** A payment with its history, as it is stored. */
    public Optional<ByteBuffer> findRaw(String merchantId, String paymentId) {
        var key = eq("_id", Topic.key(merchantId, paymentId));
        return Stream.of(payments, archive)
                .map(from -> bounded(from.find(key)).first())
                .filter(Objects::nonNull)
                .findFirst()
                .map(found -> found.getByteBuffer().asNIO());
    }
}
