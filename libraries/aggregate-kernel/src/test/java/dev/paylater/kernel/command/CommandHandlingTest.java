package dev.paylater.kernel.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.Waiter;
import dev.paylater.kit.kafka.MessageReader;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The next version of a document. */
final class CommandHandlingTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final World world = new World();
    private final CommandHandling<Long, Counter.Add, Long, String> handling =
            new CommandHandling<>(new Latest());

    /** Of several additions only the latest counts. */
    private static final class Latest extends Counter {

        @Override
        public Long evolve(@Nullable Long sum, Long event, Instant at) {
            return event;
        }

        @Override
        public void compact(List<Entry<Long>> journal, Long next) {
            journal.clear();
        }
    }

    @Test
    void a_document_counts_its_versions_and_the_bytes_of_all_commands() {
        var first = add("c1", 5);
        var second = add("c2", 700);
        var stored = handle(null, first);

        assertThat(stored)
                .isEqualTo(
                        new Stored<>(
                                "a",
                                1,
                                5L,
                                List.of(new Entry<>(1, NOW, "c1", 5L)),
                                List.of(),
                                first.message().bytes()));
        assertThat(handle(stored, second))
                .isEqualTo(
                        new Stored<>(
                                "a",
                                2,
                                700L,
                                List.of(new Entry<>(2, NOW, "c2", 700L)),
                                List.of(),
                                first.message().bytes() + second.message().bytes()));
    }

    @Test
    void whoever_waits_has_been_handled_whether_or_not_an_event_came_of_it() {
        var stored =
                handle(null, add("c1", 5)).withWaiters(List.of(new Waiter("c2", 0, "correlation")));

        assertThat(stored.hasHandled("c1")).isTrue();
        assertThat(stored.isAwaited("c1")).isFalse();
        assertThat(stored.hasHandled("c2")).isTrue();
        assertThat(stored.isAwaited("c2")).isTrue();
        assertThat(stored.hasHandled("c3")).isFalse();
        assertThat(stored.isAwaited("c3")).isFalse();
    }

    private Stored<Long, Long> handle(@Nullable Stored<Long, Long> before, Counter.Add command) {
        return Objects.requireNonNull(handling.handle(before, command, List.of(), NOW).toWrite());
    }

    private Counter.Add add(String commandId, long amount) {
        return Counter.decode(
                new MessageReader(world.codec).read(world.add(commandId, "a", amount)));
    }
}
