package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class ServiceTokenTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String KEY = key("0123456789abcdef0123456789abcdef");
    private static final String OTHER_KEY = key("fedcba9876543210fedcba9876543210");

    private static String key(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private static ServiceToken at(String key, Instant now) {
        return new ServiceToken(key, Clock.fixed(now, ZoneOffset.UTC));
    }

    private final String token = at(KEY, NOW).issue("merchant_1");

    @Test
    void a_token_names_its_merchant_for_60_seconds() {
        assertThat(at(KEY, NOW).merchantOf(token)).contains("merchant_1");
        assertThat(at(KEY, NOW.plusSeconds(60)).merchantOf(token)).contains("merchant_1");
        assertThat(at(KEY, NOW.plusSeconds(60).plusMillis(1)).merchantOf(token)).isEmpty();
    }

    @Test
    void a_token_of_another_key_names_nobody() {
        assertThat(at(OTHER_KEY, NOW).merchantOf(token)).isEmpty();
    }

    @Test
    void no_beginning_of_a_token_names_anybody() {
        for (var length = 0; length < token.length(); length++) {
            assertThat(at(KEY, NOW).merchantOf(token.substring(0, length))).isEmpty();
        }
    }

    @Test
    void a_token_with_another_merchant_or_a_later_end_names_nobody() {
        var parts = token.split("\\.", -1);
        var other = Base64.getUrlEncoder().withoutPadding().encodeToString("m2".getBytes(UTF_8));
        var later = Long.toString(Long.parseLong(parts[1]) + 1);
        assertThat(at(KEY, NOW).merchantOf(other + "." + parts[1] + "." + parts[2])).isEmpty();
        assertThat(at(KEY, NOW).merchantOf(parts[0] + "." + later + "." + parts[2])).isEmpty();
    }
}
