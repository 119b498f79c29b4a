package dev.paylater.api.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.paylater.api.settings.Addresses;
import java.net.URI;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PaymentLinksTest {

    private static final String PAYMENT = "pay_00000000000000000000000001";
    private static final String OTHER_PAYMENT = "pay_00000000000000000000000002";
    private static final Instant EXPIRY = Instant.parse("2026-01-01T00:15:00Z");

    private final PaymentLinks links = links("p".repeat(32));

    private static PaymentLinks links(String pepper) {
        return new PaymentLinks(pepper(pepper), new Addresses("https://pay.example", "", "", "1"));
    }

    private static Pepper pepper(String text) {
        return new Pepper(Base64.getEncoder().encodeToString(text.getBytes(UTF_8)));
    }

    @Test
    void an_id_names_the_payment_that_it_was_given_out_for() {
        var id = links.id("m", PAYMENT);
        assertThat(links.paymentOf("m", id)).contains(PAYMENT);
        assertThat(links.openLink("m", PAYMENT)).isEqualTo("https://pay.example/pay/m/" + id);
        assertThat(links.paymentOf("another", id)).isEmpty();
        assertThat(links("q".repeat(32)).paymentOf("m", id)).isEmpty();
        assertThat(links.paymentOf("m", id.replace(PAYMENT, OTHER_PAYMENT))).isEmpty();
        assertThat(links.paymentOf("m", id.replace("plink_", "blink_"))).isEmpty();
        assertThat(links.paymentOf("m", id + "0")).isEmpty();
        for (var length = 0; length < id.length(); length++) {
            assertThat(links.paymentOf("m", id.substring(0, length))).isEmpty();
        }
    }

    @Test
    void a_token_is_good_for_its_payment_until_its_time() {
        var link = links.secureLink("m", PAYMENT, EXPIRY);
        assertThat(link)
                .startsWith(
                        "https://pay.example/pay/secure/m/"
                                + links.id("m", PAYMENT)
                                + "?token="
                                + EXPIRY.getEpochSecond()
                                + ".");
        var token = URI.create(link).getQuery().substring("token=".length());
        assertThat(links.isTokenOf("m", PAYMENT, EXPIRY, token)).isTrue();
        assertThat(links.isTokenOf("m", PAYMENT, EXPIRY.plusSeconds(1), token)).isFalse();
        assertThat(links.isTokenOf("m", OTHER_PAYMENT, EXPIRY, token)).isFalse();
        assertThat(links.isTokenOf("another", PAYMENT, EXPIRY, token)).isFalse();
        assertThat(links.isTokenOf("m", PAYMENT, EXPIRY, null)).isFalse();
        for (var length = 0; length < token.length(); length++) {
            assertThat(links.isTokenOf("m", PAYMENT, EXPIRY, token.substring(0, length))).isFalse();
        }
    }

    @Test
    void a_pepper_has_32_bytes_at_least_and_keeps_its_purposes_apart() {
        assertThatIllegalArgumentException().isThrownBy(() -> pepper("p".repeat(31)));
        var pepper = pepper("p".repeat(32));
        assertThat(pepper.hash("a", "text"))
                .hasSize(64)
                .isEqualTo(pepper.hash("a", "text"))
                .isNotEqualTo(pepper.hash("b", "text"))
                .isNotEqualTo(pepper.hash("at", "ext"))
                .isNotEqualTo(pepper.hash("a", "Text"))
                .isNotEqualTo(pepper("q".repeat(32)).hash("a", "text"));
    }

    private static ApiKey key(@Nullable Instant expiresAt, @Nullable Instant revokedAt) {
        return new ApiKey(
                "key_1",
                "m",
                KeyKind.SECRET,
                null,
                "sk_",
                "hash",
                null,
                expiresAt,
                revokedAt,
                null,
                null,
                1L);
    }

    @Test
    void a_key_is_valid_until_it_expires_or_is_revoked() {
        var before = EXPIRY.minusNanos(1);
        assertThat(key(null, null).isValid(EXPIRY)).isTrue();
        assertThat(key(EXPIRY, null).isValid(before)).isTrue();
        assertThat(key(EXPIRY, null).isValid(EXPIRY)).isFalse();
        assertThat(key(null, EXPIRY).isValid(before)).isTrue();
        assertThat(key(null, EXPIRY).isValid(EXPIRY)).isFalse();
    }
}
