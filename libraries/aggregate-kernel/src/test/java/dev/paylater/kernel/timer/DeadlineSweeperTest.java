package dev.paylater.kernel.timer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.Due;
import dev.paylater.kernel.store.MemoryStore;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.schemas.DeadlinePassed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who is announced when, and that nobody waits behind those whom nobody handles. */
final class DeadlineSweeperTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final SetClock clock = new SetClock(START);
    private final Sent sent = new Sent();
    private final Store store = new Store();
    private Predicate<Due> share = _ -> true;
    private final DeadlineSweeper sweeper =
            new DeadlineSweeper(
                    store,
                    (due, now) ->
                            Outgoing.of(
                                    "deadlines",
                                    due.partitionKey(),
                                    due.messageId(),
                                    MessageContext.NONE,
                                    new DeadlinePassed(
                                            "merchant",
                                            due.id(),
                                            now.toEpochMilli(),
                                            due.at().toEpochMilli())),
                    () -> share,
                    sent.publisher(),
                    clock);

    /** Documents whose state is when they are due. */
    private static final class Store extends MemoryStore<Instant, String> {

        private boolean away;

        Store() {
            super(Optional::of, stored -> "key of " + stored.id());
        }

        @Override
        public List<Due> findDue(Due.Position after, Instant until, int limit) {
            if (away) {
                throw new IllegalStateException("the store is away");
            }
            return super.findDue(after, until, limit);
        }
    }

    @Test
    void what_is_due_is_announced_when_its_time_comes_and_not_before() {
        due("a", START.plusMillis(1));
        assertThat(sweep()).isEmpty();
        clock.pass(Duration.ofMillis(1));
        assertThat(sweep()).containsExactly("a@1");
    }

    @Test
    void what_was_due_before_the_process_began_is_announced_at_its_first_sweep() {
        due("a", START.minus(Duration.ofDays(3)));
        assertThat(sweep()).containsExactly("a@1");
    }

    @Test
    void what_was_announced_is_left_alone_for_a_while_and_then_announced_in_rounds() {
        due("a", START);
        assertThat(sweep()).containsExactly("a@1");
        var again = new ArrayList<Instant>();
        for (var i = 1; i <= 60; i++) {
            clock.pass(Duration.ofMillis(250));
            if (!sweep().isEmpty()) {
                again.add(clock.instant());
            }
        }
        assertThat(again).containsExactly(START.plusSeconds(10), START.plusSeconds(15));
    }

    @Test
    void a_document_that_is_due_again_in_another_version_is_announced_at_once() {
        due("a", START);
        assertThat(sweep()).containsExactly("a@1");
        put("a", 2, START);
        assertThat(sweep()).containsExactly("a@2");
    }

    @Test
    void what_is_written_with_a_due_time_in_the_past_is_announced_at_the_next_sweep() {
        sweep();
        clock.pass(Duration.ofSeconds(2));
        due("a", START.minusSeconds(3));
        assertThat(sweep()).containsExactly("a@1");
    }

    @Test
    void the_command_goes_under_the_documents_key_and_says_when_it_was_due() {
        due("a", START.minusSeconds(1));
        sweep();
        assertThat(sent.messages())
                .containsExactly(
                        new Sent.Message(
                                "deadlines",
                                "key of a",
                                "a@1",
                                new DeadlinePassed(
                                        "merchant",
                                        "a",
                                        START.toEpochMilli(),
                                        START.minusSeconds(1).toEpochMilli())));
    }

    @Test
    void a_failed_send_is_repeated_at_the_next_sweep() {
        sweep();
        clock.pass(Duration.ofSeconds(20));
        due("new", START.plusSeconds(1));
        due("old", START.minusSeconds(60));
        sent.failing(true);
        assertThat(sweep()).isEmpty();
        sent.failing(false);
        clock.pass(Duration.ofMillis(250));
        assertThat(sweep()).containsExactlyInAnyOrder("new@1", "old@1");
    }

    @Test
    void what_became_due_while_the_store_was_away_is_announced_when_it_is_back() {
        sweep();
        store.away = true;
        due("a", START.plusSeconds(1));
        clock.pass(Duration.ofSeconds(60));
        assertThat(sweep()).isEmpty();
        store.away = false;
        assertThat(sweep()).containsExactly("a@1");
    }

    @Test
    void however_many_nobody_handles_what_becomes_due_is_announced_at_once() {
        IntStream.range(0, 30_000)
                .forEach(i -> due("stalled-%05d".formatted(i), START.minusSeconds(60)));
        for (var i = 1; i <= 40; i++) {
            clock.pass(Duration.ofMillis(250));
            due("live-" + i, clock.instant());
            assertThat(sweep()).contains("live-" + i + "@1");
        }
    }

    @Test
    void a_round_reaches_all_that_nobody_handles_page_by_page() {
        IntStream.range(0, 1_700)
                .forEach(i -> due("stalled-%05d".formatted(i), START.minusSeconds(60)));
        var reached = new HashSet<String>();
        for (var i = 0; i < 4; i++) {
            var page = sweep();
            assertThat(page).hasSizeLessThanOrEqualTo(500).noneMatch(reached::contains);
            reached.addAll(page);
            clock.pass(Duration.ofMillis(250));
        }
        assertThat(reached).hasSize(1_700);
        assertThat(sweep()).isEmpty();
        clock.pass(Duration.ofSeconds(5));
        assertThat(sweep()).hasSize(500).contains("stalled-00000@1");
    }

    @Test
    void all_that_becomes_due_at_once_is_announced_at_once_page_by_page() {
        sweep();
        clock.pass(Duration.ofSeconds(1));
        IntStream.range(0, 1_500).forEach(i -> due("a-" + i, START.plusMillis(i / 500)));
        assertThat(Set.copyOf(sweep())).hasSize(1_500);
        assertThat(sweep()).isEmpty();
    }

    @Test
    void more_than_can_be_remembered_waits_for_the_next_round() {
        sweep();
        clock.pass(Duration.ofSeconds(1));
        IntStream.range(0, 10_600).forEach(i -> due("a-%05d".formatted(i), START.plusSeconds(1)));
        var first = sweep();
        assertThat(first).hasSize(10_000);
        assertThat(sweep()).isEmpty();
        var all = new HashSet<>(first);
        for (var i = 0; i < 60; i++) {
            clock.pass(Duration.ofMillis(250));
            all.addAll(sweep());
        }
        assertThat(all).hasSize(10_600);
    }

    @Test
    void what_was_announced_long_ago_takes_nobodys_place() {
        sweep();
        clock.pass(Duration.ofSeconds(1));
        IntStream.range(0, 10_000).forEach(i -> due("a-%05d".formatted(i), START.plusSeconds(1)));
        assertThat(sweep()).hasSize(10_000);

        clock.pass(Duration.ofSeconds(4));
        sweep();
        clock.pass(Duration.ofSeconds(2));
        due("late", clock.instant());
        sweep();
        clock.pass(Duration.ofMillis(250));
        due("later", clock.instant());
        assertThat(sweep()).contains("later@1");
    }

    @Test
    void sweepers_share_the_work_by_their_partitions() {
        due("a", START);
        due("b", START);
        due("old-a", START.minusSeconds(60));
        due("old-b", START.minusSeconds(60));
        share = due -> due.partitionKey().endsWith("a");
        assertThat(sweep()).containsExactlyInAnyOrder("a@1", "old-a@1");
        assertThat(sweep()).isEmpty();
    }

    @Test
    void what_was_in_nobodys_share_is_announced_by_whoever_gets_it() {
        due("a", START);
        share = _ -> false;
        assertThat(sweep()).isEmpty();
        clock.pass(Duration.ofSeconds(30));
        assertThat(sweep()).isEmpty();
        clock.pass(Duration.ofSeconds(5));
        share = _ -> true;
        assertThat(sweep()).containsExactly("a@1");
    }

    /** Message ids of what this sweep announced. */
    private List<String> sweep() {
        sent.forget();
        sweeper.sweep();
        return sent.messages().stream().map(Sent.Message::id).toList();
    }

    private void due(String id, Instant at) {
        put(id, 1, at);
    }

    private void put(String id, long version, Instant at) {
        store.put(
                new Stored<>(
                        id,
                        version,
                        at,
                        List.of(new Entry<>(1, START, "cause", "event")),
                        List.of(),
                        0));
    }
}
