package dev.paylater.api.admin;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Sorts.ascending;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.key.Keys;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Issues, revokes and rotates API keys. Only their hashes are kept. */
@Component
final class IssuedKeys {

    private static final int RANDOM_BYTES = 24;
    private static final int SHOWN_PREFIX = 11;

    private final MongoCollection<Document> collection;
    private final Keys keys;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    IssuedKeys(MongoDatabase database, Keys keys, Clock clock) {
        this.collection = database.getCollection(Keys.COLLECTION);
        this.keys = keys;
        this.clock = clock;
    }

    /** A new key as it is stored, and the one time that its text is known. */
    record Issued(Document stored, String text) {}

    Issued issue(
            String merchantId,
            String keyId,
            String kind,
            @Nullable String name,
            @Nullable Instant expiresAt) {
        var text = newText(kind);
        var stored =
                new Document(Stored.ID, keyId)
                        .append(Stored.MERCHANT, merchantId)
                        .append("kind", kind)
                        .append("name", name)
                        .append("prefix", text.substring(0, SHOWN_PREFIX))
                        .append("hash", keys.hash(text))
                        .append(Stored.CREATED_AT, Date.from(clock.instant()));
        if (expiresAt != null) {
            stored.append("expires_at", Date.from(expiresAt));
        }
        Stored.insert(collection, stored);
        keys.forget();
        return new Issued(stored, text);
    }

    Document revoke(String merchantId, String keyId) {
        require(merchantId, keyId);
        collection.updateOne(
                and(eq(Stored.ID, keyId), eq("revoked_at", null)),
                Updates.set("revoked_at", Date.from(clock.instant())));
        keys.forget();
        return require(merchantId, keyId);
    }

    /** Issues a successor; the old key stays valid for the overlap and no longer. */
    Issued rotate(String merchantId, String keyId, String successorId, Duration overlap) {
        var old = require(merchantId, keyId);
        if (old.get("revoked_at") != null) {
            throw ApiException.notFound("valid key");
        }
        var issued =
                issue(merchantId, successorId, old.getString("kind"), old.getString("name"), null);
        collection.updateOne(
                eq(Stored.ID, keyId),
                Updates.set("expires_at", Date.from(clock.instant().plus(overlap))));
        keys.forget();
        return issued;
    }

    List<Document> of(String merchantId) {
        return collection
                .find(eq(Stored.MERCHANT, merchantId))
                .sort(ascending(Stored.ID))
                .into(new ArrayList<>());
    }

    private Document require(String merchantId, String keyId) {
        var found =
                collection.find(and(eq(Stored.ID, keyId), eq(Stored.MERCHANT, merchantId))).first();
        if (found == null) {
            throw ApiException.notFound("key");
        }
        return found;
    }

    private String newText(String kind) {
        var bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return (kind.equals("publishable") ? "pk_" : "sk_") + HexFormat.of().formatHex(bytes);
    }
}
