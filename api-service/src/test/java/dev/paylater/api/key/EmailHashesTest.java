package dev.paylater.api.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EmailHashesTest {

    private final EmailHashes hashes = new EmailHashes(Peppers.of(1));

    @Test
    void the_same_address_has_the_same_hash_however_it_is_written() {
        assertThat(hashes.of("m", " Ada.Lovelace@Example.COM"))
                .isEqualTo(hashes.of("m", "ada.lovelace@example.com"))
                .isNotEqualTo(hashes.of("m", "adalovelace@example.com"));
        assertThat(hashes.of("m", "u\u0308@example.com"))
                .isEqualTo(hashes.of("m", "\u00fc@example.com"));
    }

    @Test
    void another_merchant_has_another_hash_of_the_same_address() {
        assertThat(hashes.of("m", "ada@example.com"))
                .isNotEqualTo(hashes.of("n", "ada@example.com"));
    }

    @Test
    void while_the_pepper_is_exchanged_hashes_under_both_are_looked_for() {
        var exchanged = new EmailHashes(Peppers.of(2, 1));
        assertThat(exchanged.all("m", "ada@example.com"))
                .containsExactly(
                        exchanged.of("m", "ada@example.com"), hashes.of("m", "ada@example.com"));
        assertThat(new EmailHashes(Peppers.of(2)).all("m", "ada@example.com"))
                .doesNotContain(hashes.of("m", "ada@example.com"));
    }
}
