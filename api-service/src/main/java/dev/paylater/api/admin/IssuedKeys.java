package dev.paylater.api.admin;

import dev.paylater.api.admin.StoredResources.Change;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.ApiKeyRepository;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.KeyLimits;
import dev.paylater.api.key.Keys;
import dev.paylater.api.key.Role;
import dev.paylater.api.settings.ApiSettings;
import dev.paylater.api.settings.KeyEnvironment;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/**
 * Issues, revokes and rotates keys of merchants, and of administrators, who have no merchant. Only
 * their hashes are kept.
 */
@Component
final class IssuedKeys {

    private static final int RANDOM_BYTES = 24;
    private static final int SHOWN_RANDOM_CHARACTERS = 8;

    private final ApiKeyRepository stored;
    private final Keys keys;
    private final Clock clock;
    private final KeyEnvironment environment;
    private final SecureRandom random = new SecureRandom();

    IssuedKeys(ApiKeyRepository stored, Keys keys, Clock clock, ApiSettings settings) {
        this.stored = stored;
        this.keys = keys;
        this.clock = clock;
        this.environment = settings.keyEnvironment();
    }

    /** A new key as it is stored, after another or none, and the one time its text is known. */
    record Issued(Change<ApiKey> change, String text) {}

    Issued issue(
            @Nullable String merchantId,
            String keyId,
            KeyKind kind,
            @Nullable String name,
            @Nullable Instant expiresAt,
            @Nullable KeyLimits limits) {
        var beginning = beginning(kind);
        var text = beginning + newRandom();
        var key =
                new ApiKey(
                        keyId,
                        merchantId,
                        kind,
                        name,
                        text.substring(0, beginning.length() + SHOWN_RANDOM_CHARACTERS),
                        keys.hash(text),
                        clock.instant(),
                        expiresAt,
                        null,
                        limits,
                        null,
                        null);
        var issued = new Issued(new Change<>(null, stored.insert(key)), text);
        keys.forget();
        return issued;
    }

    Change<ApiKey> revoke(@Nullable String merchantId, String keyId) {
        return change(merchantId, keyId, key -> key.revokedAt(clock.instant()));
    }

    /**
     * Ends a key that is a one-time token; others are left alone.
     *
     * @throws ApiException when somebody else was faster
     */
    void useUpToken(String keyId) {
        var role = stored.findById(keyId).map(ApiKey::role);
        if (role.equals(Optional.of(Role.BOOTSTRAP))) {
            change(null, keyId, this::usedUp);
        }
    }

    private ApiKey usedUp(ApiKey token) {
        if (!token.isValid(clock.instant())) {
            throw ApiException.of(ErrorCode.IR_01, "The token has been used");
        }
        return token.revokedAt(clock.instant());
    }

    /**
     * Issues a successor; the old key stays valid for the overlap and no longer. The key names its
     * successor before there is one, so whoever else rotates it stores the same one or fails.
     */
    Issued rotate(@Nullable String merchantId, String keyId, String newId, Duration overlap) {
        var old = change(merchantId, keyId, key -> naming(key, newId)).after();
        var successorId = Objects.requireNonNull(old.successorId());
        try {
            var issued =
                    issue(
                            merchantId,
                            successorId,
                            old.kind(),
                            old.name(),
                            old.expiresAt(),
                            old.limits());
            change(merchantId, keyId, key -> key.endingBy(clock.instant().plus(overlap)));
            return new Issued(new Change<>(old, issued.change().after()), issued.text());
        } catch (DuplicateKeyException _) {
            throw rotatedTo(successorId);
        }
    }

    /** With a successor that is not stored yet, or that has not ended. */
    private ApiKey naming(ApiKey key, String newId) {
        var now = clock.instant();
        if (!key.isValid(now)) {
            throw ApiException.of(ErrorCode.IR_16, "This key has ended: issue another");
        }
        var successorId = key.successorId();
        if (successorId == null) {
            return key.succeededBy(newId);
        }
        var successor = stored.findById(successorId);
        if (successor.isEmpty()) {
            return key;
        }
        if (successor.get().isValid(now)) {
            throw rotatedTo(successorId);
        }
        return key.succeededBy(newId);
    }

    private static ApiException rotatedTo(String successorId) {
        return ApiException.of(
                ErrorCode.IR_16,
                "This key was rotated already: revoke its successor "
                        + successorId
                        + " to rotate it again");
    }

    List<ApiKey> of(@Nullable String merchantId) {
        return stored.findByMerchantIdOrderByKeyId(merchantId);
    }

    private Change<ApiKey> change(
            @Nullable String merchantId, String keyId, UnaryOperator<ApiKey> change) {
        var changed =
                StoredResources.changed(() -> require(merchantId, keyId), change, stored::save);
        keys.forget();
        return changed;
    }

    private ApiKey require(@Nullable String merchantId, String keyId) {
        return stored.findByKeyIdAndMerchantId(keyId, merchantId)
                .orElseThrow(() -> ApiException.notFound("key"));
    }

    /** Tells its finder, and a scanner of sources, what was found: {@code sk_live_}. */
    private String beginning(KeyKind kind) {
        var type =
                switch (kind) {
                    case SECRET -> "sk_";
                    case PUBLISHABLE -> "pk_";
                    case ADMIN -> "admin_";
                };
        return type + environment.wireName() + "_";
    }

    private String newRandom() {
        var bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
