package dev.paylater.api.key;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A key as the store knows it: never the key itself. */
public record ApiKey(
        String keyId,
        String merchantId,
        KeyKind kind,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt) {

    public boolean isValid(Instant now) {
        return (expiresAt == null || now.isBefore(expiresAt))
                && (revokedAt == null || now.isBefore(revokedAt));
    }
}
