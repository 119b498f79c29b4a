package dev.paylater.api.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ApiKeyTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final KeyLimits LIMITS =
            new KeyLimits(List.of("payments.read"), List.of("203.0.113.0/24"), null, null);

    private static ApiKey key(@Nullable Instant expiresAt, @Nullable Instant revokedAt) {
        return new ApiKey(
                "key_1",
                "m",
                KeyKind.SECRET,
                "n",
                "sk_",
                "hash",
                NOW,
                expiresAt,
                revokedAt,
                LIMITS,
                null,
                1L);
    }

    @Test
    void an_end_can_come_sooner_and_never_later() {
        assertThat(key(null, null).endingBy(NOW)).isEqualTo(key(NOW, null));
        assertThat(key(NOW, null).endingBy(NOW.minusSeconds(1)))
                .isEqualTo(key(NOW.minusSeconds(1), null));
        assertThat(key(NOW, NOW).endingBy(NOW.plusSeconds(1))).isEqualTo(key(NOW, NOW));
    }

    @Test
    void the_first_revocation_counts() {
        var revoked = key(null, null).revokedAt(NOW);
        assertThat(revoked).isEqualTo(key(null, NOW));
        assertThat(revoked.revokedAt(NOW.plusSeconds(1))).isEqualTo(key(null, NOW));
    }

    @Test
    void a_key_does_what_its_scopes_say_and_nothing_of_another_kind_of_key() {
        var limited = key(null, null);
        assertThat(Scope.values()).filteredOn(limited::allows).containsOnly(Scope.PAYMENTS_READ);
        assertThat(Scope.values())
                .filteredOn(unlimited(KeyKind.SECRET)::allows)
                .extracting(Scope::wireName)
                .containsExactly(
                        "payments.read",
                        "payments.write",
                        "refunds.write",
                        "disputes",
                        "webhooks",
                        "reports");
        assertThat(Scope.values()).filteredOn(unlimited(KeyKind.PUBLISHABLE)::allows).isEmpty();
    }

    @Test
    void a_key_works_from_its_addresses_only() {
        assertThat(key(null, null).allows(InetAddress.ofLiteral("203.0.113.255"))).isTrue();
        assertThat(key(null, null).allows(InetAddress.ofLiteral("203.0.114.0"))).isFalse();
        assertThat(key(null, null).allows(InetAddress.ofLiteral("::1"))).isFalse();
        assertThat(unlimited(KeyKind.SECRET).allows(InetAddress.ofLiteral("::1"))).isTrue();
    }

    private static ApiKey unlimited(KeyKind kind) {
        return new ApiKey("key_2", "m", kind, null, "", "", null, null, null, null, null, 1L);
    }
}
