package dev.paylater.kit.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator writes into the environment, and what they are told when it is wrong. */
class KeyRingTest {

    private static KeyRing parse(String text) {
        return KeyRing.parse("PAYLATER_KEY_PEPPER", text);
    }

    @Test
    void the_first_key_is_for_new_values_and_all_are_there() {
        var ring = parse("2:" + Rings.secret(2) + ", 1:" + Rings.secret(1));
        assertThat(ring.keys()).extracting(KeyRing.Key::id).containsExactly(2, 1);
        assertThat(ring.primary()).isEqualTo(ring.keys().getFirst());
        assertThat(ring.primary().secret().getEncoded())
                .isEqualTo(Base64.getDecoder().decode(Rings.secret(2)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''                     | there is no id
                    %1$s                   | there is no id
                    %1$s:%1$s              | what stands before a colon is no id
                    0:%1$s                 | what stands before a colon is no id
                    -1:%1$s                | what stands before a colon is no id
                    2147483648:%1$s        | what stands before a colon is no id
                    1:%1$s,                | there is no id
                    1:%1$s,1:%1$s          | the id 1 stands there twice
                    1:not Base64           | the secret with id 1 is no Base64
                    1:                     | the secret with id 1 has 0 bytes
                    3:AAAA                 | the secret with id 3 has 3 bytes
                    """)
    void what_is_wrong_is_told_with_what_to_do_and_without_the_secret(String text, String problem) {
        var secret = Rings.secret(1);
        assertThatThrownBy(() -> parse(text.formatted(secret)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "PAYLATER_KEY_PEPPER must be id:secret, or several of them with commas"
                                + " between, the one for new values first. An id is a whole number"
                                + " from 1, a secret 32 bytes or more in Base64, as openssl rand"
                                + " -base64 32 prints them; "
                                + problem)
                .message()
                .doesNotContain(secret);
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 33, 64})
    void a_secret_of_32_bytes_or_more_is_taken(int bytes) {
        var ring = parse("7:" + Base64.getEncoder().encodeToString(new byte[bytes]));
        assertThat(ring.primary().secret().getEncoded()).hasSize(bytes);
    }

    @Test
    void a_secret_of_ones_own_is_taken_everywhere() {
        var environment = Rings.environment("paylater.service-key", Rings.text(5));
        assertThat(KeyRing.in(environment, "paylater.service-key").primary().id()).isEqualTo(5);
    }

    @Test
    void it_shows_its_ids_and_no_secret() {
        assertThat(Rings.of(2, 1)).hasToString("KeyRing[2, 1]");
    }
}
