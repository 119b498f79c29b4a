package dev.paylater.api.key;

import java.net.InetAddress;
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
 * @param limits absent for a key that may do everything that keys of its kind may
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
        @Nullable KeyLimits limits,
        @Version @Nullable Long version) {

    public boolean isValid(Instant now) {
        return (expiresAt == null || now.isBefore(expiresAt))
                && (revokedAt == null || now.isBefore(revokedAt));
    }

    /** Whether the key may do what needs this scope. */
    public boolean allows(Scope scope) {
        return kind == scope.kind() && (limits == null || limits.allow(scope));
    }

    public boolean allows(InetAddress caller) {
        return limits == null || limits.allow(caller);
    }

    /** The same key, valid until then. */
    public ApiKey endingAt(@Nullable Instant expiry) {
        return ending(expiry, revokedAt);
    }

    /** The same key, no longer valid from then on; the first revocation counts. */
    public ApiKey revokedAt(Instant now) {
        return revokedAt != null ? this : ending(expiresAt, now);
    }

    private ApiKey ending(@Nullable Instant expiry, @Nullable Instant revocation) {
        return new ApiKey(
                keyId,
                merchantId,
                kind,
                name,
                prefix,
                hash,
                createdAt,
                expiry,
                revocation,
                limits,
                version);
    }
}
