package dev.paylater.api.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EphemeralKeysTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final EphemeralKeys KEYS = new EphemeralKeys(Peppers.of(1));

    private final String key = KEYS.of("merchant", "customer", NOW);

    @Test
    void it_is_good_for_one_customer_of_one_merchant() {
        assertThat(KEYS.isValid("merchant", "customer", key, NOW)).isTrue();
        assertThat(KEYS.isValid("merchant", "customer2", key, NOW)).isFalse();
        assertThat(KEYS.isValid("merchant2", "customer", key, NOW)).isFalse();
        assertThat(KEYS.isValid("merchant", "customer", null, NOW)).isFalse();
        assertThat(KEYS.isValid("merchant", "customer", "", NOW)).isFalse();
    }

    /** Decisions section 12: 15 minutes. */
    @Test
    void it_ends_after_a_quarter_of_an_hour_and_nobody_moves_that() {
        assertThat(KEYS.isValid("merchant", "customer", key, NOW.plusSeconds(899))).isTrue();
        assertThat(KEYS.isValid("merchant", "customer", key, NOW.plusSeconds(900))).isFalse();
        var end = NOW.plusSeconds(900).getEpochSecond();
        var moved = key.replace("_" + end + "_", "_" + (end + 900) + "_");
        assertThat(moved).isNotEqualTo(key);
        assertThat(KEYS.isValid("merchant", "customer", moved, NOW)).isFalse();
    }

    @Test
    void one_that_was_given_out_is_good_while_the_pepper_is_exchanged() {
        var exchanged = new EphemeralKeys(Peppers.of(2, 1));
        assertThat(exchanged.isValid("merchant", "customer", key, NOW)).isTrue();
        assertThat(new EphemeralKeys(Peppers.of(2)).isValid("merchant", "customer", key, NOW))
                .isFalse();
    }
}
