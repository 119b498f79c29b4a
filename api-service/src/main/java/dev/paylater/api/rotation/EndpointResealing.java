package dev.paylater.api.rotation;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.security.EndpointSecrets;
import java.util.List;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * While there are old webhook keys, seals the secrets of webhook endpoints under the primary one.
 * They are few: every instance looks at all of them, and replaces what it has read on the condition
 * that nobody has changed it meanwhile.
 */
final class EndpointResealing {

    private static final Logger log = LoggerFactory.getLogger(EndpointResealing.class);
    private static final String SECRETS = "secrets";
    private static final String SEALED = "sealed";
    private static final String MERCHANT = "merchant_id";

    private final MongoCollection<Document> endpoints;
    private final EndpointSecrets sealing;
    private volatile double left = Double.NaN;

    EndpointResealing(MongoDatabase database, EndpointSecrets sealing) {
        this.endpoints = database.getCollection("webhook_endpoints");
        this.sealing = sealing;
    }

    /** Endpoints that the latest round has found under an old key; not a number before it. */
    double left() {
        return left;
    }

    /** Goes through all endpoints; never throws. */
    void round() {
        try {
            var found = 0;
            for (var endpoint : endpoints.find().projection(include(MERCHANT, SECRETS))) {
                if (reseal(endpoint)) {
                    found++;
                }
            }
            left = found;
        } catch (MongoException e) {
            // The store is away; the next round begins anew.
            log.warn("Could not look for secrets under old keys, trying again: {}", e.toString());
        }
    }

    /** Whether it was under an old key. */
    private boolean reseal(Document endpoint) {
        var id = endpoint.getString("_id");
        var secrets = endpoint.getList(SECRETS, Document.class, List.of());
        try {
            var resealed =
                    secrets.stream()
                            .map(secret -> resealed(endpoint.getString(MERCHANT), id, secret))
                            .toList();
            if (resealed.equals(secrets)) {
                return false;
            }
            endpoints.updateOne(and(eq("_id", id), eq(SECRETS, secrets)), set(SECRETS, resealed));
        } catch (IllegalArgumentException _) {
            log.warn("The secrets of {} cannot be opened and stay as they are", id);
        }
        return true;
    }

    private Document resealed(String merchantId, String endpointId, Document secret) {
        var changed = new Document(secret);
        changed.put(SEALED, sealing.resealed(merchantId, endpointId, secret.getString(SEALED)));
        return changed;
    }
}
