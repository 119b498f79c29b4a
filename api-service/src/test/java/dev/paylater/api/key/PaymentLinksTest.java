package dev.paylater.api.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.settings.ServiceUrls;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PaymentLinksTest {

    private static final String PAYMENT = "pay_00000000000000000000000001";
    private static final String OTHER_PAYMENT = "pay_00000000000000000000000002";
    private static final Instant EXPIRY = Instant.parse("2026-01-01T00:15:00Z");

    private final PaymentLinks links = links(1);

    private static PaymentLinks links(int... pepper) {
        return new PaymentLinks(
                Peppers.of(pepper), new ServiceUrls("https://pay.example", "", "1"));
    }

    private static String token(PaymentLinks links) {
        var link = links.secureLink("m", PAYMENT, EXPIRY);
        return URI.create(link).getQuery().substring("token=".length());
    }

    @Test
    void an_id_names_the_payment_that_it_was_given_out_for() {
        var id = links.id("m", PAYMENT);
        assertThat(links.paymentOf("m", id)).contains(PAYMENT);
        assertThat(links.openLink("m", PAYMENT)).isEqualTo("https://pay.example/pay/m/" + id);
        assertThat(links.paymentOf("another", id)).isEmpty();
        assertThat(links(2).paymentOf("m", id)).isEmpty();
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
        var token = token(links);
        assertThat(links.tokenEnd("m", PAYMENT, token)).contains(EXPIRY);
        var later = (EXPIRY.getEpochSecond() + 1) + token.substring(token.indexOf('.'));
        assertThat(links.tokenEnd("m", PAYMENT, later)).isEmpty();
        assertThat(links.tokenEnd("m", OTHER_PAYMENT, token)).isEmpty();
        assertThat(links.tokenEnd("another", PAYMENT, token)).isEmpty();
        assertThat(links.tokenEnd("m", PAYMENT, null)).isEmpty();
        assertThat(links.tokenEnd("m", PAYMENT, "9".repeat(40) + token)).isEmpty();
        for (var length = 0; length < token.length(); length++) {
            assertThat(links.tokenEnd("m", PAYMENT, token.substring(0, length))).isEmpty();
        }
    }

    @Test
    void a_link_that_was_sent_out_opens_while_the_pepper_is_exchanged() {
        var rotated = links(2, 1);
        assertThat(rotated.paymentOf("m", links.id("m", PAYMENT))).contains(PAYMENT);
        assertThat(rotated.tokenEnd("m", PAYMENT, token(links))).contains(EXPIRY);

        assertThat(links(1, 2).paymentOf("m", rotated.id("m", PAYMENT))).contains(PAYMENT);
        assertThat(links(1, 2).tokenEnd("m", PAYMENT, token(rotated))).contains(EXPIRY);

        assertThat(links(2).paymentOf("m", rotated.id("m", PAYMENT))).contains(PAYMENT);
        assertThat(links(2).paymentOf("m", links.id("m", PAYMENT))).isEmpty();
        assertThat(links(2).tokenEnd("m", PAYMENT, token(rotated))).contains(EXPIRY);
        assertThat(links(2).tokenEnd("m", PAYMENT, token(links))).isEmpty();
    }

    @Test
    void a_pepper_keeps_its_purposes_apart() {
        var pepper = Peppers.of(1);
        assertThat(pepper.hash("a", "text").hex()).hasSize(64).matches("[0-9a-f]+");
        assertThat(pepper.hash("a", "text"))
                .isEqualTo(pepper.hash("a", "text"))
                .isNotEqualTo(pepper.hash("b", "text"))
                .isNotEqualTo(pepper.hash("at", "ext"))
                .isNotEqualTo(pepper.hash("a", "Text"));
        assertThat(pepper.hash("a", "text").hex())
                .isNotEqualTo(Peppers.of(2).hash("a", "text").hex());
    }

    @Test
    void a_pepper_hashes_with_each_of_its_keys_the_first_one_for_what_is_new() {
        var both = Peppers.of(2, 1);
        assertThat(both.hashes("a", "text"))
                .containsExactly(Peppers.of(2).hash("a", "text"), Peppers.of(1).hash("a", "text"));
        assertThat(both.hash("a", "text").keyId()).isEqualTo(2);
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
