package dev.paylater.webhook.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class BodyRoomTest {

    private final BodyRoom room = new BodyRoom(DataSize.ofMegabytes(9), Duration.ZERO);

    @Test
    void as_many_bodies_are_made_at_once_as_fit_at_their_largest() {
        var first = room.take().orElseThrow();
        assertThat(room.take()).isPresent();
        assertThat(room.take()).isEmpty();
        first.close();
        assertThat(room.take()).isPresent();
    }

    @Test
    void what_is_written_holds_its_bytes_until_it_is_sent() {
        var free = room.freeKib();
        try (var place = room.take().orElseThrow()) {
            place.keepFor(new byte[700 * 1024]);
            assertThat(room.freeKib()).isEqualTo(free - 701);
            assertThat(room.take()).isPresent();
        }
        assertThat(room.freeKib()).isEqualTo(free - 4 * 1024);
    }

    /** 500 of 700 KiB would be 350 MB. */
    @Test
    void bodies_in_hand_hold_no_more_than_there_is_room_for_however_many_they_are() {
        var held = 0;
        for (var i = 0; i < 500; i++) {
            var place = room.take();
            if (place.isPresent()) {
                place.get().keepFor(new byte[700 * 1024]);
                held++;
            }
        }
        assertThat(held * 700).isBetween(1, 9 * 1024);
        assertThat(room.freeKib()).isNotNegative();
    }
}
