package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Projections.include;
import static dev.paylater.api.store.Deadline.bounded;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.schemas.Topic;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.bson.BsonInt64;
import org.bson.RawBsonDocument;
import org.springframework.stereotype.Component;

/** The versions of many payments by one read, to find out which have changed. */
@Component
public final class PaymentVersions {

    private static final BsonInt64 UNCOUNTED = new BsonInt64(0);

    private final MongoCollection<RawBsonDocument> payments;

    PaymentVersions(MongoDatabase database) {
        this.payments = database.getCollection("payments", RawBsonDocument.class);
    }

    /** How these methods name a payment. */
    public static String key(String merchantId, String paymentId) {
        return Topic.key(merchantId, paymentId);
    }

    /** Of those that are not in the archive, where nothing changes. */
    public Map<String, Long> of(Set<String> keys) {
        var versions = new HashMap<String, Long>();
        for (var payment : bounded(payments.find(in("_id", keys))).projection(include("version"))) {
            versions.put(
                    payment.getString("_id").getValue(),
                    payment.getNumber("version", UNCOUNTED).longValue());
        }
        return versions;
    }
}
