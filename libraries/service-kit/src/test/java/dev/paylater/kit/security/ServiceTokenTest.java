package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class ServiceTokenTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final KeyRing KEY = Rings.of(1);

    private static ServiceToken at(Duration later, KeyRing ring) {
        return at(later, ring, Audience.WEBHOOK);
    }

    private static ServiceToken at(Duration later, KeyRing ring, Audience self) {
        return new ServiceToken(ring, self, Clock.fixed(NOW.plus(later), ZoneOffset.UTC));
    }

    private static final ServiceToken TOKENS = at(Duration.ZERO, KEY);

    @ParameterizedTest
    @ValueSource(strings = {"merchant_1", "merchant.with.dots", "händler"})
    void a_token_names_its_merchant(String merchant) {
        assertThat(TOKENS.merchantOf(TOKENS.issue(Audience.WEBHOOK, merchant))).contains(merchant);
    }

    @Test
    void a_token_lives_for_a_minute() {
        var token = TOKENS.issue(Audience.WEBHOOK, "merchant_1");
        assertThat(at(Duration.ofSeconds(60), KEY).merchantOf(token)).contains("merchant_1");
        assertThat(at(Duration.ofMillis(60_001), KEY).merchantOf(token)).isEmpty();
    }

    @Test
    void a_token_of_another_key_is_forged() {
        var other = at(Duration.ZERO, Rings.of(2));
        assertThat(TOKENS.merchantOf(other.issue(Audience.WEBHOOK, "merchant_1"))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_token_for_one_service_opens_no_other(Audience audience) {
        var token = TOKENS.issue(audience, "merchant_1");
        var takers =
                Stream.of(Audience.values())
                        .filter(self -> at(Duration.ZERO, KEY, self).merchantOf(token).isPresent());
        assertThat(takers).containsExactly(audience);
    }

    /** As versions before the audience issued it, under the key with the id 1. */
    @Test
    void a_token_without_audience_is_taken_only_where_an_upgrade_is_said_to_be_under_way() {
        var claims = "bWVyY2hhbnRfMQ.1767225660";
        var old = claims + "." + hmac(claims, Rings.secret(1));
        var environment = Rings.environment("paylater.service-key", Rings.text(1));
        assertThat(in(environment).merchantOf(old)).isEmpty();

        environment
                .getPropertySources()
                .addFirst(
                        new SystemEnvironmentPropertySource(
                                "variables",
                                Map.of("PAYLATER_SERVICE_TOKENS_WITHOUT_AUDIENCE", "true")));
        assertThat(in(environment).merchantOf(old)).contains("merchant_1");
        assertThat(in(environment).merchantOf(old + "A")).isEmpty();
        var forAnother = TOKENS.issue(Audience.API, "merchant_1");
        assertThat(in(environment).merchantOf(forAnother)).isEmpty();
    }

    private static ServiceToken in(Environment environment) {
        return ServiceToken.in(environment, Audience.WEBHOOK, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static String hmac(String text, String secret) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret), "HmacSHA256"));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(text.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void while_keys_are_exchanged_every_instance_accepts_the_tokens_of_every_other() {
        var rings = List.of(Rings.of(1, 2), Rings.of(2, 1));
        for (var issuer : rings) {
            var token = at(Duration.ZERO, issuer).issue(Audience.WEBHOOK, "merchant_1");
            for (var receiver : rings) {
                assertThat(at(Duration.ZERO, receiver).merchantOf(token)).contains("merchant_1");
            }
        }
        var fresh = at(Duration.ZERO, Rings.of(2, 1)).issue(Audience.WEBHOOK, "merchant_1");
        assertThat(at(Duration.ZERO, Rings.of(2)).merchantOf(fresh)).contains("merchant_1");
        assertThat(TOKENS.merchantOf(fresh)).isEmpty();
    }

    @Test
    void neither_merchant_nor_expiry_nor_audience_can_be_exchanged() {
        var parts = TOKENS.issue(Audience.WEBHOOK, "merchant_1").split("\\.", -1);
        var other = Base64.getUrlEncoder().withoutPadding().encodeToString("other".getBytes(UTF_8));
        var later = Long.toString(Long.parseLong(parts[1]) + 1);
        var rest = "." + parts[2] + "." + parts[3];
        assertThat(TOKENS.merchantOf(parts[0] + "." + parts[1] + rest)).isPresent();
        assertThat(TOKENS.merchantOf(other + "." + parts[1] + rest)).isEmpty();
        assertThat(TOKENS.merchantOf(parts[0] + "." + later + rest)).isEmpty();
        var forApi = TOKENS.issue(Audience.API, "merchant_1");
        assertThat(TOKENS.merchantOf(forApi.replace("api-service", parts[2]))).isEmpty();
        assertThat(TOKENS.merchantOf(parts[0] + "." + parts[1] + "." + parts[3])).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a.b", "a.1.b", "merchant_1"})
    void what_is_no_token_is_none(String text) {
        assertThat(TOKENS.merchantOf(text)).isEmpty();
    }

    @Test
    void a_beginning_of_the_signature_is_not_enough() {
        var token = TOKENS.issue(Audience.WEBHOOK, "merchant_1");
        for (var length = token.lastIndexOf('.') + 1; length < token.length(); length++) {
            assertThat(TOKENS.merchantOf(token.substring(0, length))).isEmpty();
        }
    }
}
