package dev.paylater.api.key;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.data.domain.Sort.Direction;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.index.Index;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/**
 * Looks keys up by their hash. What was found, or not found, is remembered for two seconds: a
 * revoked key stops working within that time on every instance.
 */
@Component
public final class Keys {

    private static final Logger log = LoggerFactory.getLogger(Keys.class);
    private static final Duration REMEMBERED = Duration.ofSeconds(2);
    private static final int REMEMBERED_KEYS = 100_000;
    private static final int MAX_KEY_CHARACTERS = 255;
    private static final int MIN_ADMIN_KEY_CHARACTERS = 32;

    private static final String PURPOSE = "api-key";

    private final MongoOperations store;
    private final ApiKeyRepository keys;
    private final Pepper pepper;
    private final Clock clock;
    private final Cache<String, Optional<ApiKey>> known;
    private final @Nullable ApiKey breakGlass;

    Keys(
            MongoOperations store,
            ApiKeyRepository keys,
            Pepper pepper,
            Clock clock,
            @Value("${paylater.admin-key:}") String adminKey) {
        this.store = store;
        this.keys = keys;
        this.pepper = pepper;
        this.clock = clock;
        this.known =
                Caffeine.newBuilder()
                        .expireAfterWrite(REMEMBERED)
                        .maximumSize(REMEMBERED_KEYS)
                        .build();
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
        return ApiKey.ofAdministrator(
                "key_break_glass", "PAYLATER_ADMIN_KEY", hash(text), null, Role.OWNER);
    }

    /** Makes the lookup by hash fast, and a second key with the same hash impossible. */
    public void createIndexes() {
        var indexes = store.indexOps(ApiKey.class);
        indexes.createIndex(new Index("hash", Direction.ASC).unique());
        indexes.createIndex(new Index("merchantId", Direction.ASC));
    }

    /**
     * The valid key that a text is, if it is one.
     *
     * @param hash the text's {@link #hash}
     */
    public Optional<ApiKey> find(String text, String hash) {
        if (text.isEmpty() || text.length() > MAX_KEY_CHARACTERS) {
            return Optional.empty();
        }
        if (breakGlass != null && breakGlass.hash().equals(hash)) {
            return Optional.of(breakGlass);
        }
        return known.get(hash, newest -> load(text, newest))
                .filter(key -> key.isValid(clock.instant()));
    }

    /** The valid key with this id, for whom it has shown itself before. */
    public Optional<ApiKey> findById(String keyId) {
        var found =
                breakGlass != null && breakGlass.keyId().equals(keyId)
                        ? Optional.of(breakGlass)
                        : keys.findById(keyId);
        return found.filter(key -> key.isValid(clock.instant()));
    }

    /**
     * The keys of administrators that this one has come from by rotation, the latest first; none
     * for a key that is not stored.
     */
    public List<String> rotatedFrom(String keyId) {
        var byId = new HashMap<String, String>();
        for (var key : keys.findByMerchantIdOrderByKeyId(null)) {
            if (key.successorId() != null) {
                byId.put(key.successorId(), key.keyId());
            }
        }
        return Stream.iterate(byId.remove(keyId), Objects::nonNull, byId::remove).toList();
    }

    /** Under the first of the pepper's keys, whose id it begins with. */
    public String hash(String key) {
        return pepper.hash(PURPOSE, key).stored();
    }

    /** Under each of the pepper's keys. */
    public List<String> hashes(String key) {
        return pepper.hashes(PURPOSE, key).map(Pepper.Hash::stored).toList();
    }

    public boolean haveOldPeppers() {
        return pepper.hasOldKeys();
    }

    /** Keys that are not revoked and have not been used since the pepper's first key is that. */
    public long countUnderOldPeppers() {
        return store.count(
                query(
                        where("hash")
                                .not()
                                .regex("^" + pepper.primaryId() + ":")
                                .and("revokedAt")
                                .is(null)),
                ApiKey.class);
    }

    private Optional<ApiKey> load(String text, String newest) {
        var found = keys.findFirstByHashIn(hashes(text));
        found.filter(key -> !key.hash().equals(newest)).ifPresent(key -> rehash(key, newest));
        return found;
    }

    /** Only now the key's text is known: a key that nobody uses keeps its old hash. */
    private void rehash(ApiKey key, String newest) {
        try {
            store.update(ApiKey.class)
                    .matching(where("keyId").is(key.keyId()).and("hash").is(key.hash()))
                    .apply(Update.update("hash", newest))
                    .first();
        } catch (DataAccessException e) {
            log.warn("{} keeps its old hash until it is used again: {}", key.keyId(), e.toString());
        }
    }

    /** This instance looks at the store again at once. */
    public void forget() {
        known.invalidateAll();
    }
}
