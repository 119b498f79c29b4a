package dev.paylater.api.key;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.domain.Sort.Direction;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.index.Index;
import org.springframework.stereotype.Component;

/**
 * Looks keys up by their hash. What was found, or not found, is remembered for two seconds: a
 * revoked key stops working within that time on every instance.
 */
@Component
public final class Keys {

    private static final Duration REMEMBERED = Duration.ofSeconds(2);
    private static final int REMEMBERED_KEYS = 100_000;
    private static final int MAX_KEY_CHARACTERS = 255;
    private static final int MIN_ADMIN_KEY_CHARACTERS = 32;

    private final MongoOperations store;
    private final Pepper pepper;
    private final Clock clock;
    private final LoadingCache<String, Optional<ApiKey>> known;
    private final @Nullable ApiKey breakGlass;

    Keys(
            MongoOperations store,
            ApiKeyRepository keys,
            Pepper pepper,
            Clock clock,
            @Value("${paylater.admin-key:}") String adminKey) {
        this.store = store;
        this.pepper = pepper;
        this.clock = clock;
        this.known =
                Caffeine.newBuilder()
                        .expireAfterWrite(REMEMBERED)
                        .maximumSize(REMEMBERED_KEYS)
                        .build(keys::findByHash);
        this.breakGlass = adminKey.isEmpty() ? null : breakGlass(adminKey);
    }

    /** The owner's key that works when no stored one does: given by the environment. */
    private ApiKey breakGlass(String text) {
        if (text.length() < MIN_ADMIN_KEY_CHARACTERS) {
            throw new IllegalArgumentException(
                    "PAYLATER_ADMIN_KEY must have at least "
                            + MIN_ADMIN_KEY_CHARACTERS
                            + " characters");
        }
        return new ApiKey(
                "key_break_glass",
                null,
                KeyKind.ADMIN,
                "PAYLATER_ADMIN_KEY",
                "",
                hash(text),
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** Makes the lookup by hash fast, and a second key with the same hash impossible. */
    public void createIndexes() {
        var indexes = store.indexOps(ApiKey.class);
        indexes.createIndex(new Index("hash", Direction.ASC).unique());
        indexes.createIndex(new Index("merchantId", Direction.ASC));
    }

    /** The valid key that this text is, if it is one. */
    public Optional<ApiKey> find(@Nullable String text) {
        if (text == null || text.isEmpty() || text.length() > MAX_KEY_CHARACTERS) {
            return Optional.empty();
        }
        var hash = hash(text);
        if (breakGlass != null && breakGlass.hash().equals(hash)) {
            return Optional.of(breakGlass);
        }
        return known.get(hash).filter(key -> key.isValid(clock.instant()));
    }

    public String hash(String key) {
        return pepper.hash("api-key", key);
    }

    /** This instance looks at the store again at once. */
    public void forget() {
        known.invalidateAll();
    }
}
