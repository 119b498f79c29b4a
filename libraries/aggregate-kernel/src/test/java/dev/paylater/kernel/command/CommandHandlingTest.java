package dev.paylater.kernel.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.Waiter;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.Outgoing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The next version of a document. */
final class CommandHandlingTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final World world = new World();
    private final CommandHandling<Long, Counter.Add, Long> handling =
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
    void a_refused_command_is_refused_for_the_same_whatever_has_changed_since() {
        var stored = handle(null, add("c1", 5));
        var first = handling.handle(stored, add("c2", -1), List.of(), NOW);
        var refused = Objects.requireNonNull(first.toWrite());

        assertThat(refused.version()).isEqualTo(2);
        assertThat(refused.state()).isEqualTo(5);
        assertThat(refused.journal()).isEqualTo(stored.journal());
        assertThat(refused.refusalOf("c2")).contains(Counter.BELOW_ZERO);
        assertThat(ids(first)).containsExactly("refused", "refused=below zero");
        assertThat(first.refusals()).isEmpty();

        // The second copy would be accepted if it were decided.
        var changed = handle(refused, add("c3", 7));
        var second = handling.handle(changed, add("c2", 1), List.of(), NOW.plusSeconds(60));
        assertThat(second.toWrite()).isNull();
        assertThat(ids(second)).isEqualTo(ids(first));
    }

    @Test
    void what_is_refused_where_nothing_can_be_recorded_is_answered_after_the_commit() {
        var handled = handling.handle(null, add("c1", -1), List.of(), NOW);

        assertThat(handled.toWrite()).isNull();
        assertThat(ids(handled)).containsExactly("refused");
        assertThat(handled.refusals()).hasSize(1);
    }

    @Test
    void a_refusal_is_kept_while_copies_of_its_command_can_be_decided_and_among_the_latest_50() {
        var stored = refused(51);
        assertThat(stored.refused()).hasSize(50);
        assertThat(stored.refusalOf("r1")).isEmpty();
        assertThat(stored.refusalOf("r2")).isPresent();

        // A merchant's command is decided for ten minutes, and clocks differ by less than one.
        var less = refused(49);
        var last = NOW.plusSeconds(2).plus(Duration.ofMinutes(11));
        assertThat(refuse(less, "late", last).refusalOf("r2")).isPresent();
        assertThat(refuse(less, "late", last.plusMillis(1)).refusalOf("r2")).isEmpty();
    }

    /** That many commands were refused, one each second. */
    private Stored<Long, Long> refused(int times) {
        var stored = handle(null, add("c", 5));
        for (var i = 1; i <= times; i++) {
            stored = refuse(stored, "r" + i, NOW.plusSeconds(i));
        }
        return stored;
    }

    private Stored<Long, Long> refuse(Stored<Long, Long> before, String id, Instant at) {
        return Objects.requireNonNull(
                handling.handle(before, add(id, -1), List.of(), at).toWrite());
    }

    private static List<String> ids(CommandHandling.Handled<Long, Long> handled) {
        return handled.messages().stream().map(Outgoing::messageId).toList();
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
