package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SealerTest {

    private static final SealedPlace PLACE = new SealedPlace("merchant", "payment", "ssn");
    private static final Sealer SEALER = Sealer.of(Rings.of(1));
    private static final int OVERHEAD = 1 + 4 + 12 + 16;

    private static byte[] bytesOf(String sealed) {
        return Base64.getUrlDecoder().decode(sealed.substring(Sealer.PREFIX.length()));
    }

    private static String sealedAs(byte[] bytes) {
        return Sealer.PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "geheim: äöü €", "{\"api_key\": \"k\"}"})
    void what_was_sealed_opens_in_its_place(String plain) {
        var sealed = SEALER.seal(plain, PLACE);
        assertThat(sealed).matches("sealed:[A-Za-z0-9_-]+");
        assertThat(SEALER.open(sealed, PLACE)).isEqualTo(plain);
    }

    @Test
    void a_sealed_text_shows_nothing_of_the_plain_one() {
        var sealed = SEALER.seal("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", PLACE);
        assertThat(new String(bytesOf(sealed), ISO_8859_1)).doesNotContain("aaaa");
    }

    @Test
    void no_two_sealed_texts_are_equal() {
        var sealed = new HashSet<String>();
        for (var i = 0; i < 1_000; i++) {
            sealed.add(SEALER.seal("the same", PLACE));
        }
        assertThat(sealed).hasSize(1_000);
    }

    @Test
    void another_instance_with_the_same_key_opens_it() {
        assertThat(Sealer.of(Rings.of(1)).open(SEALER.seal("text", PLACE), PLACE))
                .isEqualTo("text");
    }

    static List<SealedPlace> elsewhere() {
        return List.of(
                new SealedPlace("other", "payment", "ssn"),
                new SealedPlace("merchant", "other", "ssn"),
                new SealedPlace("merchant", "payment", "birth_date"),
                new SealedPlace("merchant", "payment", "metadata"),
                new SealedPlace("merchant", "payment", ""),
                new SealedPlace("merchantp", "ayment", "ssn"),
                new SealedPlace("merchant", "payments", "sn"));
    }

    @ParameterizedTest
    @MethodSource("elsewhere")
    void i_cannot_move_it_to_another_merchant_payment_or_field(SealedPlace elsewhere) {
        var sealed = SEALER.seal("text", PLACE);
        assertThatThrownBy(() -> SEALER.open(sealed, elsewhere))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void after_a_rotation_the_old_texts_open_and_new_ones_are_under_the_new_key() {
        var old = SEALER.seal("text", PLACE);
        var rotated = Sealer.of(Rings.of(2, 1));
        assertThat(rotated.open(old, PLACE)).isEqualTo("text");
        assertThat(rotated.isUnderOldKey(old)).isTrue();
        assertThat(rotated.hasOldKeys()).isTrue();

        var fresh = rotated.seal("text", PLACE);
        assertThat(rotated.isUnderOldKey(fresh)).isFalse();
        assertThat(Sealer.of(Rings.of(2)).open(fresh, PLACE)).isEqualTo("text");
        assertThat(SEALER.isUnderOldKey(old)).isFalse();
        assertThat(SEALER.hasOldKeys()).isFalse();
        assertThat(rotated.primaryId()).isEqualTo(2);
    }

    @Test
    void an_instance_that_knows_the_new_key_as_the_second_one_reads_what_others_seal_already() {
        var fresh = Sealer.of(Rings.of(2, 1)).seal("text", PLACE);
        assertThat(Sealer.of(Rings.of(1, 2)).open(fresh, PLACE)).isEqualTo("text");
    }

    @Test
    void it_opens_with_no_other_key() {
        var sealed = SEALER.seal("text", PLACE);
        var sameId = KeyRing.parse("PAYLATER_KEY", Rings.text(2).replaceFirst("2:", "1:"));
        for (var other : List.of(Rings.of(2), sameId)) {
            assertThatThrownBy(() -> Sealer.of(other).open(sealed, PLACE))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void no_changed_bit_stays_unnoticed() {
        var bytes = bytesOf(SEALER.seal("text", PLACE));
        assertThat(bytes).hasSize(OVERHEAD + "text".length());
        for (var bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            var changed = bytes.clone();
            changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThatThrownBy(() -> SEALER.open(sealedAs(changed), PLACE))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_shortened_text_does_not_open() {
        var bytes = bytesOf(SEALER.seal("text", PLACE));
        for (var length = 0; length < bytes.length; length++) {
            var shortened = sealedAs(Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> SEALER.open(shortened, PLACE))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> SEALER.isUnderOldKey(sealedAs(new byte[OVERHEAD - 1])))
                .hasMessage("Too short for a sealed text");
    }

    @Test
    void a_plain_text_is_not_taken_for_a_sealed_one() {
        assertThatThrownBy(() -> SEALER.open("text", PLACE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Not a sealed text");
    }

    @Test
    void a_key_for_encryption_has_32_bytes() {
        var longer = "4:" + Base64.getEncoder().encodeToString(new byte[33]);
        assertThatThrownBy(() -> Sealer.of(KeyRing.parse("PAYLATER_KEY", longer)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A key for encryption has 32 bytes; the one with id 4 has 33");
    }

    @Test
    void its_keys_are_a_ring_or_a_keyset_as_tinks_tools_print_it() {
        var byRing = in(Rings.text(1));
        var byKeyset = in(tinkKeyset());
        assertThat(byKeyset.open(byRing.seal("text", PLACE), PLACE)).isEqualTo("text");
        assertThat(byRing.open(byKeyset.seal("text", PLACE), PLACE)).isEqualTo("text");
        assertThatThrownBy(() -> in("{\"primaryKeyId\": 1}"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("The encryption key is no keyset of Tink");
    }

    private static Sealer in(String setting) {
        return Sealer.in(
                Rings.environment("paylater.encryption-key", setting), "paylater.encryption-key");
    }

    /** The key is a protobuf: field 3, 32 bytes. */
    private static String tinkKeyset() {
        var secret = Base64.getDecoder().decode(Rings.secret(1));
        var proto = new byte[2 + secret.length];
        proto[0] = 0x1a;
        proto[1] = (byte) secret.length;
        System.arraycopy(secret, 0, proto, 2, secret.length);
        return """
        {"primaryKeyId": 1, "key": [{"keyId": 1, "status": "ENABLED", "outputPrefixType": "TINK",
          "keyData": {"typeUrl": "type.googleapis.com/google.crypto.tink.AesGcmKey",
            "keyMaterialType": "SYMMETRIC", "value": "%s"}}]}
        """
                .formatted(Base64.getEncoder().encodeToString(proto));
    }
}
