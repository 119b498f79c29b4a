package dev.paylater.api.key;

import static com.mongodb.client.model.Filters.eq;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Looks keys up by their hash. What was found, or not found, is remembered for two seconds: a
 * revoked key stops working within that time on every instance.
 */
@Component
public final class Keys {

    public static final String COLLECTION = "api_keys";

    private static final Duration REMEMBERED = Duration.ofSeconds(2);
    private static final int REMEMBERED_KEYS = 100_000;
    private static final int MAX_KEY_CHARACTERS = 255;

    private final MongoCollection<Document> collection;
    private final Pepper pepper;
    private final Clock clock;
    private final LoadingCache<String, Optional<ApiKey>> known;

    Keys(MongoDatabase database, Pepper pepper, Clock clock) {
        this.collection = database.getCollection(COLLECTION);
        this.pepper = pepper;
        this.clock = clock;
        this.known =
                Caffeine.newBuilder()
                        .expireAfterWrite(REMEMBERED)
                        .maximumSize(REMEMBERED_KEYS)
                        .build(this::load);
    }

    /** Makes the lookup by hash fast, and a second key with the same hash impossible. */
    public void createIndexes() {
        collection.createIndex(Indexes.ascending("hash"), new IndexOptions().unique(true));
        collection.createIndex(Indexes.ascending("merchant_id"));
    }

    /** The valid key that this text is, if it is one. */
    public Optional<ApiKey> find(@Nullable String text) {
        if (text == null || text.isEmpty() || text.length() > MAX_KEY_CHARACTERS) {
            return Optional.empty();
        }
        return known.get(hash(text)).filter(key -> key.isValid(clock.instant()));
    }

    public String hash(String key) {
        return pepper.hash("api-key", key);
    }

    /** This instance looks at the store again at once. */
    public void forget() {
        known.invalidateAll();
    }

    private Optional<ApiKey> load(String hash) {
        return Optional.ofNullable(collection.find(eq("hash", hash)).first()).map(Keys::read);
    }

    private static ApiKey read(Document stored) {
        return new ApiKey(
                stored.getString("_id"),
                stored.getString("merchant_id"),
                KeyKind.of(stored.getString("kind")),
                instant(stored, "expires_at"),
                instant(stored, "revoked_at"));
    }

    private static @Nullable Instant instant(Document stored, String name) {
        var date = stored.getDate(name);
        return date == null ? null : date.toInstant();
    }
}
