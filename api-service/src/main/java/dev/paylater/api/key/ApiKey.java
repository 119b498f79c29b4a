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
 * @param successorId the key that it was rotated to, or is being rotated to
 */
@Document("api_keys")
public record ApiKey(
        @Id String keyId,
        @Nullable String merchantId,
        @ValueConverter(KeyKindName.class) KeyKind kind,
        @Nullable String name,
        String prefix,
        String hash,
        @Nullable Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable KeyLimits limits,
        @Nullable String successorId,
        @Version @Nullable Long version) {

    /**
     * An administrator's that is not stored.
     *
     * @param hash empty where it is not found by its text
     */
    public static ApiKey ofAdministrator(
            String keyId,
            @Nullable String name,
            String hash,
            @Nullable Instant expiresAt,
            Role role) {
        return new ApiKey(
                keyId,
                null,
                KeyKind.ADMIN,
                name,
                "",
                hash,
                null,
                expiresAt,
                null,
                new KeyLimits(null, null, role.wireName(), null),
                null,
                null);
    }

    public boolean isValid(Instant now) {
        return (expiresAt == null || now.isBefore(expiresAt))
                && (revokedAt == null || now.isBefore(revokedAt));
    }

    /** Whether the key may do what needs this scope. */
    public boolean allows(Scope scope) {
        return kind == scope.kind() && (limits == null || limits.allow(scope));
    }

    /** Whether what the interface does not have is refused instead of warned of. */
    public boolean isStrict() {
        return limits != null && Boolean.TRUE.equals(limits.strict());
    }

    public boolean allows(InetAddress caller) {
        return limits == null || limits.allow(caller);
    }

    /** Of an administrator; nothing for other keys. */
    public @Nullable Role role() {
        if (kind != KeyKind.ADMIN) {
            return null;
        }
        var named = limits == null ? null : limits.role();
        return named == null ? Role.OWNER : Role.of(named);
    }

    /** The key, valid until then and no longer than it was. */
    public ApiKey endingBy(Instant end) {
        var isSooner = expiresAt == null || end.isBefore(expiresAt);
        return changed(isSooner ? end : expiresAt, revokedAt, successorId);
    }

    /** The key, no longer valid from then on; the first revocation counts. */
    public ApiKey revokedAt(Instant now) {
        return revokedAt != null ? this : changed(expiresAt, now, successorId);
    }

    /** The key, which is rotated to that one. */
    public ApiKey succeededBy(String keyId) {
        return changed(expiresAt, revokedAt, keyId);
    }

    private ApiKey changed(
            @Nullable Instant expiry, @Nullable Instant revocation, @Nullable String successor) {
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
                successor,
                version);
    }
}
