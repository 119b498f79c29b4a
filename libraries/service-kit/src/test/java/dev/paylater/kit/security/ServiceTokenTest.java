package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceTokenTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final KeyRing KEY = Rings.of(1);

    private static ServiceToken at(Duration later, KeyRing ring) {
        return new ServiceToken(ring, Clock.fixed(NOW.plus(later), ZoneOffset.UTC));
    }

    private static final ServiceToken TOKENS = at(Duration.ZERO, KEY);

    @ParameterizedTest
    @ValueSource(strings = {"merchant_1", "merchant.with.dots", "händler"})
    void a_token_names_its_merchant(String merchant) {
        assertThat(TOKENS.merchantOf(TOKENS.issue(merchant))).contains(merchant);
    }

    @Test
    void a_token_lives_for_a_minute() {
        var token = TOKENS.issue("merchant_1");
        assertThat(at(Duration.ofSeconds(60), KEY).merchantOf(token)).contains("merchant_1");
        assertThat(at(Duration.ofMillis(60_001), KEY).merchantOf(token)).isEmpty();
    }

    @Test
    void a_token_of_another_key_is_forged() {
        var other = at(Duration.ZERO, Rings.of(2));
        assertThat(TOKENS.merchantOf(other.issue("merchant_1"))).isEmpty();
    }

    @Test
    void while_keys_are_exchanged_every_instance_accepts_the_tokens_of_every_other() {
        var rings = List.of(Rings.of(1, 2), Rings.of(2, 1));
        for (var issuer : rings) {
            var token = at(Duration.ZERO, issuer).issue("merchant_1");
            for (var receiver : rings) {
                assertThat(at(Duration.ZERO, receiver).merchantOf(token)).contains("merchant_1");
            }
        }
        var fresh = at(Duration.ZERO, Rings.of(2, 1)).issue("merchant_1");
        assertThat(at(Duration.ZERO, Rings.of(2)).merchantOf(fresh)).contains("merchant_1");
        assertThat(TOKENS.merchantOf(fresh)).isEmpty();
    }

    @Test
    void neither_merchant_nor_expiry_can_be_exchanged() {
        var parts = TOKENS.issue("merchant_1").split("\\.", -1);
        var other = Base64.getUrlEncoder().withoutPadding().encodeToString("other".getBytes(UTF_8));
        var later = Long.toString(Long.parseLong(parts[1]) + 1);
        assertThat(TOKENS.merchantOf(other + "." + parts[1] + "." + parts[2])).isEmpty();
        assertThat(TOKENS.merchantOf(parts[0] + "." + later + "." + parts[2])).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a.b", "a.1.b", "merchant_1"})
    void what_is_no_token_is_none(String text) {
        assertThat(TOKENS.merchantOf(text)).isEmpty();
    }

    @Test
    void a_beginning_of_the_signature_is_not_enough() {
        var token = TOKENS.issue("merchant_1");
        for (var length = token.lastIndexOf('.') + 1; length < token.length(); length++) {
            assertThat(TOKENS.merchantOf(token.substring(0, length))).isEmpty();
        }
    }
}
