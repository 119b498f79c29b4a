package dev.paylater.connector.kit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By test case 2 of RFC 4231. */
final class SignatureTest {

    private static final String SHA_256 = "HmacSHA256";
    private static final Secret KEY = new Secret("Jefe");
    private static final byte[] DATA = "what do ya want for nothing?".getBytes(UTF_8);
    private static final String HEX =
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    private static final String BASE64 = "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=";
    private static final String BASE64_URL = "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM";

    @Test
    void a_signature_is_the_hmac_of_the_rfc() {
        assertThat(Signature.hex(SHA_256, KEY, DATA)).isEqualTo(HEX);
        assertThat(Signature.matches(SHA_256, KEY, HEX, DATA)).isTrue();
        assertThat(Signature.matchesBase64(SHA_256, KEY, BASE64, DATA)).isTrue();
        assertThat(Signature.matchesBase64Url(SHA_256, KEY, BASE64_URL, DATA)).isTrue();
    }

    @Test
    void parts_are_signed_one_after_the_other() {
        var first = "what do ya ".getBytes(UTF_8);
        var second = "want for nothing?".getBytes(UTF_8);

        assertThat(Signature.matches(SHA_256, KEY, HEX, first, second)).isTrue();
        assertThat(Signature.matches(SHA_256, KEY, HEX, second, first)).isFalse();
    }

    @Test
    void another_key_data_or_alphabet_does_not_match() {
        var other = new Secret("jefe");

        assertThat(Signature.matches(SHA_256, other, HEX, DATA)).isFalse();
        assertThat(Signature.matchesBase64(SHA_256, other, BASE64, DATA)).isFalse();
        assertThat(Signature.matchesBase64Url(SHA_256, other, BASE64_URL, DATA)).isFalse();
        assertThat(Signature.matches(SHA_256, KEY, HEX)).isFalse();
        assertThat(Signature.matches(SHA_256, KEY, BASE64, DATA)).isFalse();
        assertThat(Signature.matchesBase64(SHA_256, KEY, HEX, DATA)).isFalse();
        assertThat(Signature.matchesBase64Url(SHA_256, KEY, BASE64, DATA)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"secret, secret, true", "secret, secre, false", "secret, '', false", "ü, ü, true"})
    void a_prefix_is_not_equal(String expected, String given, boolean equal) {
        assertThat(Signature.equal(expected, given)).isEqualTo(equal);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, true",
        "PT5M, true",
        "PT5M0.001S, false",
        "PT-5M, true",
        "PT-5M-0.001S, false"
    })
    void a_time_stamp_is_fresh_for_five_minutes_on_either_side(Duration age, boolean fresh) {
        var now = Instant.parse("2026-01-02T03:04:05Z");

        assertThat(Signature.isFresh(now.minus(age), now)).isEqualTo(fresh);
    }
}
