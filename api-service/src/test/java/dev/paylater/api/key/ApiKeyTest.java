package dev.paylater.api.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ApiKeyTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static ApiKey key(@Nullable Instant expiresAt, @Nullable Instant revokedAt) {
        return new ApiKey(
                "key_1", "m", KeyKind.SECRET, "n", "sk_", "hash", NOW, expiresAt, revokedAt, 1L);
    }

    @Test
    void a_key_can_be_given_another_end_or_none() {
        assertThat(key(null, null).endingAt(NOW)).isEqualTo(key(NOW, null));
        assertThat(key(NOW, NOW).endingAt(null)).isEqualTo(key(null, NOW));
    }

    @Test
    void the_first_revocation_counts() {
        var revoked = key(null, null).revokedAt(NOW);
        assertThat(revoked).isEqualTo(key(null, NOW));
        assertThat(revoked.revokedAt(NOW.plusSeconds(1))).isEqualTo(key(null, NOW));
    }
}
