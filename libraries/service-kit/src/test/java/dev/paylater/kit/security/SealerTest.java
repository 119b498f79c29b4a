package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Base64;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class SealerTest {

    private static final int NONCE_CHARACTERS = 16;

    private final Sealer sealer = new Sealer(key(32));

    private static String key(int bytes) {
        return Base64.getEncoder().encodeToString("k".repeat(bytes).getBytes(UTF_8));
    }

    @Test
    void what_was_sealed_for_an_owner_opens_for_them() {
        var sealed = sealer.seal("123-45-6789 ü", "merchant_1");
        assertThat(sealed).startsWith(Sealer.PREFIX).doesNotContain("6789");
        assertThat(sealer.open(sealed, "merchant_1")).isEqualTo("123-45-6789 ü");
        assertThat(sealer.open(sealer.seal("", "m"), "m")).isEmpty();
    }

    @Test
    void what_was_sealed_for_an_owner_opens_for_nobody_else() {
        var sealed = sealer.seal("secret", "merchant_1");
        assertThatIllegalArgumentException().isThrownBy(() -> sealer.open(sealed, "merchant_2"));
        assertThatIllegalArgumentException().isThrownBy(() -> sealer.open(sealed, ""));
    }

    @Test
    void the_same_text_is_sealed_under_another_nonce_each_time() {
        var nonces = new HashSet<String>();
        for (var i = 0; i < 100; i++) {
            var sealed = sealer.seal("secret", "merchant_1");
            var from = Sealer.PREFIX.length();
            nonces.add(sealed.substring(from, from + NONCE_CHARACTERS));
        }
        assertThat(nonces).hasSize(100);
    }

    @Test
    void what_is_changed_cut_off_or_not_sealed_does_not_open() {
        var sealed = sealer.seal("secret", "m");
        var last = sealed.charAt(sealed.length() - 3) == 'A' ? 'B' : 'A';
        var changed =
                sealed.substring(0, sealed.length() - 3)
                        + last
                        + sealed.substring(sealed.length() - 2);
        assertThatIllegalArgumentException().isThrownBy(() -> sealer.open(changed, "m"));
        for (var length = 0; length < sealed.length(); length++) {
            var cut = sealed.substring(0, length);
            assertThatIllegalArgumentException().isThrownBy(() -> sealer.open(cut, "m"));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> sealer.open("secret", "m"));
    }

    @Test
    void a_key_has_32_bytes() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Sealer(key(31)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Sealer(key(33)));
    }
}
