package dev.paylater.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MemoryStoreTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final MemoryStore<Long, Long> store =
            new MemoryStore<>(
                    state -> Optional.of(NOW.plusSeconds(state)),
                    stored -> "key of " + stored.id());

    @Test
    void the_most_overdue_come_first_up_to_the_limit() {
        store.write(List.of(stored("late", 3), stored("soon", 1), stored("later", 9)));

        var start = Due.Position.before(Instant.EPOCH);
        assertThat(store.findDue(start, NOW.plusSeconds(3), 10))
                .containsExactly(
                        new Due("soon", "key of soon", 1, NOW.plusSeconds(1)),
                        new Due("late", "key of late", 1, NOW.plusSeconds(3)));
        assertThat(store.findDue(start, NOW.plusSeconds(9), 1))
                .containsExactly(new Due("soon", "key of soon", 1, NOW.plusSeconds(1)));
    }

    @Test
    void a_page_goes_on_behind_its_position_by_time_and_then_by_id() {
        store.write(List.of(stored("b", 1), stored("a", 1), stored("c", 1), stored("z", 0)));

        var behindA = new Due.Position(NOW.plusSeconds(1), "a");
        assertThat(store.findDue(behindA, NOW.plusSeconds(1), 10))
                .extracting(Due::id)
                .containsExactly("b", "c");
        assertThat(store.findDue(Due.Position.before(NOW.plusSeconds(1)), NOW.plusSeconds(1), 2))
                .extracting(Due::id)
                .containsExactly("a", "b");
    }

    @Test
    void of_two_writers_of_the_same_version_one_takes_effect() {
        assertThat(store.write(List.of(stored("a", 1)))).isEmpty();
        assertThat(store.write(List.of(stored("a", 2)))).containsExactly("a");
        assertThat(store.all()).containsExactly(stored("a", 1));
        assertThat(store.get("a")).isEqualTo(stored("a", 1));
        assertThat(store.get("b")).isNull();
        assertThat(store.findNewest(List.of("a", "b"))).isEqualTo(Map.of("a", stored("a", 1)));
    }

    private static Stored<Long, Long> stored(String id, long state) {
        return new Stored<>(
                id, 1, state, List.of(new Entry<>(1, NOW, "cause", state)), List.of(), 0);
    }
}
