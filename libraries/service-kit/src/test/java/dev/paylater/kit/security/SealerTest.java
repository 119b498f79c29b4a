package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SealerTest {

    private static final int NONCE_BYTES = 12;
    private static final Sealer SEALER = new Sealer(key(1));

    private static String key(int first) {
        var bytes = new byte[32];
        bytes[0] = (byte) first;
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] bytesOf(String sealed) {
        return Base64.getUrlDecoder().decode(sealed.substring(Sealer.PREFIX.length()));
    }

    private static String sealedAs(byte[] bytes) {
        return Sealer.PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "geheim: äöü €", "{\"api_key\": \"k\"}"})
    void what_was_sealed_opens_for_its_owner(String plain) {
        var sealed = SEALER.seal(plain, "owner");
        assertThat(sealed).startsWith("sealed:1:");
        assertThat(SEALER.open(sealed, "owner")).isEqualTo(plain);
    }

    @Test
    void a_sealed_text_shows_nothing_of_the_plain_one() {
        var sealed = SEALER.seal("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "owner");
        assertThat(new String(bytesOf(sealed), ISO_8859_1)).doesNotContain("aaaa");
    }

    @Test
    void no_nonce_is_used_twice() {
        var nonces = new HashSet<String>();
        for (var i = 0; i < 1_000; i++) {
            var sealed = bytesOf(SEALER.seal("the same", "owner"));
            nonces.add(Base64.getEncoder().encodeToString(Arrays.copyOf(sealed, NONCE_BYTES)));
        }
        assertThat(nonces).hasSize(1_000);
    }

    @Test
    void another_sealer_with_the_same_key_opens_it_and_uses_other_nonces() {
        var other = new Sealer(key(1));
        var sealed = SEALER.seal("text", "owner");
        assertThat(other.open(sealed, "owner")).isEqualTo("text");
        assertThat(other.seal("text", "owner")).isNotEqualTo(sealed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Owner", "owner/", "owne"})
    void it_opens_for_nobody_else(String owner) {
        var sealed = SEALER.seal("text", "owner");
        assertThatThrownBy(() -> SEALER.open(sealed, owner))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void it_opens_with_no_other_key() {
        var sealed = SEALER.seal("text", "owner");
        assertThatThrownBy(() -> new Sealer(key(2)).open(sealed, "owner"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void no_changed_bit_stays_unnoticed() {
        var bytes = bytesOf(SEALER.seal("text", "owner"));
        assertThat(bytes).hasSize(NONCE_BYTES + "text".length() + 16);
        for (var bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            var changed = bytes.clone();
            changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThatThrownBy(() -> SEALER.open(sealedAs(changed), "owner"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_shortened_text_does_not_open() {
        var bytes = bytesOf(SEALER.seal("text", "owner"));
        for (var length = 0; length < bytes.length; length++) {
            var shortened = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> SEALER.open(sealedAs(shortened), "owner"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_plain_text_is_not_taken_for_a_sealed_one() {
        assertThatThrownBy(() -> SEALER.open("text", "owner"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Not a sealed text");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 16, 31, 33})
    void a_key_has_32_bytes(int bytes) {
        var text = Base64.getEncoder().encodeToString(new byte[bytes]);
        assertThatThrownBy(() -> new Sealer(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32 bytes");
    }
}
