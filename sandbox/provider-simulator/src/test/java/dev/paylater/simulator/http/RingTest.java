package dev.paylater.simulator.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RingTest {

    @Test
    void the_latest_entries_are_kept_bounded_in_number() {
        var ring = new Ring(3, 1_000);

        for (var entry = 0; entry < 5; entry++) {
            ring.add(new byte[] {(byte) entry});
        }

        assertThat(ring.first()).isEqualTo(2);
        assertThat(ring.get(1)).isNull();
        assertThat(ring.get(2)).containsExactly(2);
        assertThat(ring.get(4)).containsExactly(4);
        assertThat(ring.get(5)).isNull();
    }

    @Test
    void the_latest_entries_are_kept_bounded_in_bytes() {
        var ring = new Ring(100, 64);

        for (var entry = 0; entry < 10; entry++) {
            ring.add(new byte[] {(byte) entry, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        }

        assertThat(ring.get(0)).isNull();
        assertThat(ring.get(5)).isNull();
        assertThat(ring.get(6)).startsWith(6).hasSize(10);
        assertThat(ring.get(9)).startsWith(9).hasSize(10);
    }
}
