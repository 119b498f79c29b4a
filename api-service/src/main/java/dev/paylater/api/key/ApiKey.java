package dev.paylater.api.key;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.convert.ValueConverter;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A key as the store knows it: never the key itself.
 *
 * @param merchantId absent for administrators
 * @param prefix the beginning of the key, to recognize it by
 * @param hash {@link Keys#hash} of the key
 */
@Document("api_keys")
public record ApiKey(
        @Id String keyId,
        @Nullable String merchantId,
        @ValueConverter(KeyKindWord.class) KeyKind kind,
        @Nullable String name,
        String prefix,
        String hash,
        @Nullable Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Version @Nullable Long version) {

    public boolean isValid(Instant now) {
        return (expiresAt == null || now.isBefore(expiresAt))
                && (revokedAt == null || now.isBefore(revokedAt));
    }

    /** The same key, valid until then. */
    public ApiKey endingAt(@Nullable Instant expiry) {
        return new ApiKey(
                keyId, merchantId, kind, name, prefix, hash, createdAt, expiry, revokedAt, version);
    }

    /** The same key, no longer valid from then on; the first revocation counts. */
    public ApiKey revokedAt(Instant now) {
        return revokedAt != null
                ? this
                : new ApiKey(
                        keyId,
                        merchantId,
                        kind,
                        name,
                        prefix,
                        hash,
                        createdAt,
                        expiresAt,
                        now,
                        version);
    }
}
