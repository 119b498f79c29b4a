package dev.paylater.kernel.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.MongoTimeoutException;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.DocumentTooLarge;
import dev.paylater.messaging.RegistryUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.BatchListenerFailedException;

/** What a batch guarantees, whatever happens around it. */
final class CommandBatchTest {

    private final World world = new World();

    @Test
    void documents_are_written_before_anything_is_sent() {
        world.process(world.add("c1", "a", 5), world.add("c2", "b", 7));

        assertThat(world.happened)
                .containsExactly(
                        "reads [a, b]",
                        "writes a@1",
                        "writes b@1",
                        "sends out a#1=5",
                        "sends out b#1=7");
    }

    @Test
    void commands_of_one_key_are_decided_in_their_order_and_written_once() {
        world.process(world.add("c1", "a", 5), world.add("c2", "a", 7));

        assertThat(world.happened)
                .containsExactly("reads [a]", "writes a@1", "sends out a#1=5", "sends out a#2=12");
    }

    @Test
    void a_handled_command_is_not_decided_again_but_what_it_caused_is_sent_again() {
        var command = world.add("c1", "a", 5);
        world.process(command, world.add("c2", "a", 7));
        world.happened.clear();

        world.process(command);

        assertThat(world.sums()).isEqualTo(Map.of("a", 12L));
        assertThat(world.happened).endsWith("sends out a#1=5").doesNotContain("writes a@2");
    }

    @Test
    void what_is_remembered_is_not_read_again_while_it_is_written() {
        world.process(world.add("c1", "a", 5));
        world.happened.clear();

        world.process(world.add("c2", "a", 7));

        assertThat(world.happened).containsExactly("writes a@2", "sends out a#2=12");
    }

    @Test
    void nothing_is_said_from_memory_alone() {
        world.process(world.add("c1", "a", 5));
        writtenBySomebodyElse("a", 2, 5, 30);
        world.happened.clear();

        world.process(world.add("c3", "a", 0));

        assertThat(world.happened)
                .containsExactly("reads the newest [a]", "sends replies unchanged=35");
    }

    @Test
    void what_was_read_is_what_is_decided_on() {
        world.store.put(
                new Stored<>(
                        "a", 1, 5L, List.of(new Entry<>(1, world.now, "x", 5L)), List.of(), 0));

        world.process(world.add("c1", "a", 7));
        assertThat(world.happened).containsExactly("reads [a]", "writes a@2", "sends out a#2=12");
    }

    @Test
    void what_was_read_anew_is_no_longer_remembered_as_it_was() {
        world.process(world.add("c1", "a", 5));
        writtenBySomebodyElse("a", 2, 5, 30);
        world.process(world.add("c2", "a", 0));
        world.happened.clear();

        world.process(world.add("c3", "a", 7));
        assertThat(world.happened).containsExactly("reads [a]", "writes a@3", "sends out a#3=42");
    }

    @Test
    void what_is_remembered_of_a_write_that_did_not_last_is_forgotten() {
        world.process(world.add("c1", "a", 5));
        world.store.remove("a");
        world.happened.clear();

        world.process(world.add("c2", "a", 7));
        assertThat(world.happened)
                .containsExactly(
                        "writes a@2", "reads the newest [a]", "writes a@1", "sends out a#1=7");
    }

    @Test
    void what_is_at_rest_is_not_remembered() {
        world.process(world.add("c1", "a", 999));
        world.process(world.add("c2", "a", 1));
        world.happened.clear();

        world.process(world.add("c3", "a", 1));
        assertThat(world.happened).containsExactly("reads [a]", "writes a@3", "sends out a#3=1001");
    }

    @Test
    void what_changes_nothing_is_decided_with_a_write_that_seemed_to_have_failed() {
        world.store.becomesDurable =
                () ->
                        world.store.put(
                                new Stored<>(
                                        "a",
                                        1,
                                        5L,
                                        List.of(new Entry<>(1, world.now, "c1", 5L)),
                                        List.of(),
                                        0));

        world.listen(List.of(world.add("c1", "a", -1)));

        assertThat(world.happened)
                .containsExactly("reads [a]", "reads the newest [a]", "sends out a#1=5");
    }

    @Test
    void a_conflict_loads_again_and_decides_anew() {
        world.process(world.add("c1", "a", 5));
        writtenBySomebodyElse("a", 2, 5, 30);
        world.happened.clear();

        world.process(world.add("c2", "a", 7), world.add("c3", "b", 1));

        assertThat(world.sums()).isEqualTo(Map.of("a", 42L, "b", 1L));
        assertThat(world.happened)
                .containsExactly(
                        "reads [b]",
                        "writes a@2",
                        "writes b@1",
                        "sends out b#1=1",
                        "reads the newest [a]",
                        "writes a@3",
                        "sends out a#3=42");
    }

    @Test
    void a_refusal_is_answered_when_its_command_cannot_come_again() {
        world.listen(List.of(world.add("c1", "a", 5), world.add("c2", "b", -1)));

        assertThat(world.happened)
                .containsExactly(
                        "reads [a, b]",
                        "writes a@1",
                        "sends out a#1=5",
                        "reads the newest [b]",
                        "sends out refused",
                        "commits",
                        "sends replies refused=below zero");
    }

    @Test
    void a_poll_without_refusals_is_left_to_the_containers_commit() {
        world.listen(List.of(world.add("c1", "a", 5)));

        assertThat(world.happened).containsExactly("reads [a]", "writes a@1", "sends out a#1=5");
    }

    @Test
    void nobody_is_told_of_a_refusal_that_may_be_decided_again() {
        world.beforeCommit =
                () -> {
                    throw new CommitFailedException();
                };

        world.listen(List.of(world.add("c1", "a", -1)));

        assertThat(world.happened)
                .containsExactly("reads [a]", "reads the newest [a]", "sends out refused");
    }

    @Test
    void refusals_of_a_batch_that_comes_again_are_not_answered() {
        world.store.writing = _ -> new MongoTimeoutException("away");

        assertThatThrownBy(
                        () ->
                                world.listen(
                                        List.of(world.add("c1", "a", -1), world.add("c2", "b", 5))))
                .isInstanceOf(BatchListenerFailedException.class);
        assertThat(world.happened).containsExactly("reads [a, b]");
    }

    @Test
    void conflicts_without_end_interrupt_the_batch() {
        world.store.meetsConflict = _ -> true;

        assertThatThrownBy(() -> world.process(world.add("c1", "a", 5)))
                .isInstanceOf(BatchInterrupted.class);
        assertThat(world.happened.stream().filter("writes a@1"::equals)).hasSize(21);
        assertThat(world.dead()).isEmpty();
    }

    @Test
    void a_lease_that_the_group_does_not_renew_ends_the_batch_before_anything_is_written() {
        world.beforeDeciding = () -> world.pass(Duration.ofMillis(3_001));
        world.heartbeat = CommandBatchTest::isSilent;

        assertThatThrownBy(() -> world.process(world.add("c1", "a", 5)))
                .isInstanceOf(BatchInterrupted.class);

        assertThat(world.happened).containsExactly("reads [a]");
    }

    @Test
    void a_batch_of_a_member_that_the_group_still_knows_is_written_however_slow_the_store_is() {
        world.beforeDeciding = () -> world.pass(Duration.ofSeconds(14));

        world.process(world.add("c1", "a", 5));

        assertThat(world.sums()).isEqualTo(Map.of("a", 5L));
    }

    @Test
    void what_was_read_long_ago_is_not_written_even_when_the_group_answers() {
        world.beforeDeciding = () -> world.pass(Duration.ofMillis(15_001));

        assertThatThrownBy(() -> world.process(world.add("c1", "a", 5)))
                .isInstanceOf(BatchInterrupted.class);
        assertThat(world.sums()).isEmpty();
    }

    @Test
    void a_lease_counts_from_before_the_group_was_asked() {
        world.beforeDeciding = () -> world.pass(Duration.ofSeconds(4));
        world.heartbeat = () -> world.pass(Duration.ofMillis(3_001));

        assertThatThrownBy(() -> world.process(world.add("c1", "a", 5)))
                .isInstanceOf(BatchInterrupted.class);
        assertThat(world.sums()).isEmpty();
    }

    @Test
    void a_poll_that_takes_longer_than_the_lease_is_handled_in_smaller_rounds_until_all_of_it_is() {
        world.storeTakes(Duration.ofMillis(50));
        world.heartbeat = CommandBatchTest::isSilent;

        assertThat(world.poll(additions(500), 60)).isEmpty();
        assertThat(world.sums()).hasSize(500);
        assertThat(world.dead()).isEmpty();
    }

    @Test
    void a_poll_that_the_store_refuses_whole_is_handled_in_smaller_rounds_until_all_of_it_is() {
        world.store.most = 20;

        assertThat(world.poll(additions(500), 60)).isEmpty();
        assertThat(world.sums()).hasSize(500);
    }

    @Test
    void a_round_that_got_through_stays_done_when_a_later_one_fails() {
        var records = additions(4);
        world.store.most = 2;
        assertThat(world.poll(records, 1)).hasSize(4);
        world.store.writing =
                next -> next.id().equals("d3") ? new MongoTimeoutException("away") : null;

        assertThat(world.poll(records, 20)).hasSize(1);
        assertThat(world.sums()).containsOnlyKeys("d0", "d1", "d2");
    }

    @Test
    void rounds_grow_again_once_they_get_through() {
        world.store.most = 20;
        world.poll(additions(500), 60);
        world.store.most = Integer.MAX_VALUE;
        world.poll(additions(500), 1);
        world.poll(additions(500, "e"), 1);

        assertThat(world.mostWrittenAtOnce()).isEqualTo(500);
    }

    @Test
    void documents_that_are_too_large_together_are_handled_in_rounds_that_the_heap_has_room_for() {
        var tenth = Runtime.getRuntime().maxMemory() / 10;
        for (var i = 0; i < 40; i++) {
            var first = List.of(new Entry<>(1, world.now, "x", 1L));
            world.store.put(new Stored<>("d" + i, 1, 1L, first, List.of(), tenth / 6));
        }

        assertThat(world.poll(additions(40), 100)).isEmpty();
        assertThat(world.sums()).hasSize(40).allSatisfy((_, sum) -> assertThat(sum).isEqualTo(6));
        assertThat(world.mostWrittenAtOnce()).isBetween(1, 3);
    }

    @Test
    void a_document_that_is_too_large_for_its_share_is_handled_alone() {
        var heap = Runtime.getRuntime().maxMemory();
        var first = List.of(new Entry<>(1, world.now, "x", 1L));
        world.store.put(new Stored<>("d0", 1, 1L, first, List.of(), heap));

        assertThat(world.poll(additions(3), 10)).isEmpty();
        assertThat(world.sums()).isEqualTo(Map.of("d0", 6L, "d1", 5L, "d2", 5L));
    }

    @Test
    void what_is_remembered_takes_its_share_of_the_heap_and_no_more() {
        var third = HeapShare.BYTES / 3;
        for (var i = 0; i < 10; i++) {
            var first = List.of(new Entry<>(1, world.now, "x", 1L));
            world.store.put(new Stored<>("d" + i, 1, 1L, first, List.of(), third / 3));
            world.process(world.add("c" + i, "d" + i, 1));
        }
        world.happened.clear();

        for (var i = 0; i < 10; i++) {
            world.process(world.add("again" + i, "d" + i, 1));
        }
        assertThat(world.happened.stream().filter(what -> what.startsWith("reads [")))
                .hasSizeGreaterThan(4);
    }

    @Test
    void the_dead_letters_of_a_poll_go_together_and_once() {
        var poison = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        for (var i = 0; i < 400; i++) {
            poison.add(world.unreadable("n" + i, "x"));
        }
        poison.add(world.add("c1", "a", 5));
        var failures = new AtomicInteger();
        world.store.writing =
                _ -> failures.incrementAndGet() <= 3 ? new MongoTimeoutException("away") : null;

        assertThat(world.poll(poison, 60)).isEmpty();
        assertThat(world.dead()).doesNotHaveDuplicates().hasSize(400);
        assertThat(world.flushes).isLessThan(20);
        assertThat(world.sums()).isEqualTo(Map.of("a", 5L));
    }

    private List<ConsumerRecord<byte[], byte[]>> additions(int count) {
        return additions(count, "d");
    }

    private List<ConsumerRecord<byte[], byte[]>> additions(int count, String name) {
        return IntStream.range(0, count)
                .mapToObj(i -> world.add(name + "c" + i, name + i, 5))
                .toList();
    }

    private static void isSilent() {
        throw new TimeoutException("no coordinator");
    }

    @Test
    void a_batch_that_takes_no_longer_than_its_lease_is_written() {
        world.beforeDeciding = () -> world.pass(Duration.ofSeconds(3));

        world.process(world.add("c1", "a", 5));

        assertThat(world.sums()).isEqualTo(Map.of("a", 5L));
    }

    @Test
    void an_unreadable_record_is_a_dead_letter_and_stops_nobody() {
        world.process(
                world.unreadable("n1", "x"), world.add("c1", "a", 5), world.unreadable("n2", "a"));

        assertThat(world.dead()).containsExactly("n1", "n2");
        assertThat(world.sums()).isEqualTo(Map.of("a", 5L));
    }

    @Test
    void a_command_that_breaks_the_rules_code_is_set_aside_alone() {
        world.process(world.add("c1", "a", 5), world.add("c2", "a", 13), world.add("c3", "a", 7));

        assertThat(world.dead()).containsExactly("c2");
        assertThat(world.sums()).isEqualTo(Map.of("a", 12L));
    }

    @Test
    void a_command_is_not_set_aside_for_what_is_only_remembered() {
        world.process(world.add("c1", "a", 5));
        writtenBySomebodyElse("a", 2, 5, 95);

        world.process(world.add("c2", "a", 13));
        assertThat(world.dead()).isEmpty();
        assertThat(world.sums()).isEqualTo(Map.of("a", 113L));
    }

    @Test
    void a_command_is_set_aside_once_even_when_those_behind_it_are_decided_anew() {
        var conflicts = new AtomicInteger();
        world.store.meetsConflict = _ -> conflicts.incrementAndGet() == 1;

        world.process(world.add("c1", "a", 13), world.add("c2", "a", 7));
        assertThat(conflicts).hasValue(2);
        assertThat(world.dead()).containsExactly("c1");
        assertThat(world.sums()).isEqualTo(Map.of("a", 7L));
    }

    @Test
    void a_message_that_is_too_large_sets_aside_only_its_command() {
        world.sending =
                sent ->
                        isFor(sent.key(), "b") && sent.topic().equals(Counter.OUT)
                                ? new RecordTooLargeException("too large for the topic")
                                : null;

        world.process(
                world.add("c1", "a", 1),
                world.add("c2", "b", 2),
                world.add("c3", "c", 3),
                world.add("c4", "d", 4));

        assertThat(world.dead()).containsExactly("c2");
        assertThat(world.happened)
                .contains("sends out a#1=1", "sends out c#1=3", "sends out d#1=4");
    }

    @Test
    void a_document_that_is_too_large_sets_aside_only_the_command_that_made_it_so() {
        world.store.writing =
                next -> next.state() > 100 ? new DocumentTooLarge(next.id(), next.state()) : null;

        world.process(world.add("c1", "a", 1), world.add("c2", "b", 60), world.add("c3", "b", 60));

        assertThat(world.dead()).containsExactly("c3");
        assertThat(world.sums()).isEqualTo(Map.of("a", 1L, "b", 60L));
    }

    @Test
    void a_document_that_cannot_be_read_sets_aside_only_its_own_commands() {
        world.store.unreadable = Set.of("b");

        world.process(
                world.add("c1", "a", 1),
                world.add("c2", "b", 2),
                world.add("c3", "b", 3),
                world.add("c4", "c", 4));

        assertThat(world.dead()).containsExactly("c2", "c3");
        assertThat(world.sums()).isEqualTo(Map.of("a", 1L, "c", 4L));
        assertThat(world.retries.longest()).isEmpty();
    }

    @Test
    void what_time_can_mend_is_retried_without_end_and_nothing_is_set_aside() {
        world.sending = _ -> new TimeoutException("no broker");
        for (var i = 0; i < 1_000; i++) {
            assertThatThrownBy(() -> world.process(world.add("c1", "a", 5)))
                    .isInstanceOf(TimeoutException.class);
            world.pass(Duration.ofSeconds(1));
        }
        world.sending = _ -> null;
        world.store.writing = _ -> new MongoException("no store");
        assertThatThrownBy(() -> world.process(world.add("c2", "b", 5)))
                .isInstanceOf(MongoException.class);

        assertThat(world.dead()).isEmpty();
    }

    @Test
    void an_unclassified_failure_that_keeps_coming_is_narrowed_down_to_its_command() {
        world.store.writing =
                next -> next.id().equals("b") ? new IllegalStateException("who knows") : null;
        for (var i = 0; i < 3; i++) {
            assertThatThrownBy(this::processThree).isInstanceOf(IllegalStateException.class);
            assertThat(world.dead()).isEmpty();
        }

        processThree();

        assertThat(world.dead()).containsExactly("c2");
        assertThat(world.sums()).isEqualTo(Map.of("a", 1L, "c", 3L));
    }

    @Test
    void what_keeps_failing_is_narrowed_down_although_another_partition_fails_for_longer() {
        world.retries.failed(Set.of(new TopicPartition("counters", 1)));
        world.pass(Duration.ofSeconds(1));
        world.store.writing =
                next -> next.id().equals("b") ? new IllegalStateException("who knows") : null;
        for (var i = 0; i < 3; i++) {
            assertThatThrownBy(this::processThree).isInstanceOf(IllegalStateException.class);
        }

        processThree();
        assertThat(world.dead()).containsExactly("c2");
    }

    @Test
    void what_another_partition_has_failed_says_nothing_of_this_one() {
        for (var i = 0; i < 3; i++) {
            world.retries.failed(Set.of(new TopicPartition("counters", 1)));
        }
        world.store.writing =
                next -> next.id().equals("b") ? new IllegalStateException("who knows") : null;

        assertThatThrownBy(this::processThree).isInstanceOf(IllegalStateException.class);
        assertThat(world.dead()).isEmpty();
    }

    @Test
    void when_nothing_goes_through_nothing_is_set_aside_for_a_minute() {
        world.store.writing = _ -> new IllegalStateException("who knows");
        for (var i = 0; i < 60; i++) {
            assertThatThrownBy(this::processThree).isInstanceOf(IllegalStateException.class);
            world.pass(Duration.ofSeconds(1));
        }
        assertThat(world.dead()).isEmpty();
        world.pass(Duration.ofSeconds(1));

        processThree();

        assertThat(world.dead()).containsExactly("c1", "c2", "c3");
    }

    private void processThree() {
        world.process(world.add("c1", "a", 1), world.add("c2", "b", 2), world.add("c3", "c", 3));
    }

    @Test
    void a_schema_that_cannot_be_had_is_a_retry_that_is_counted() {
        world.registry.away = true;
        assertThatThrownBy(() -> world.process(world.add("c1", "a", 5)))
                .isInstanceOf(RegistryUnavailable.class);
        world.pass(Duration.ofSeconds(20));

        assertThat(world.retries.duration()).isEqualTo(Duration.ofSeconds(20));
        assertThat(world.dead()).isEmpty();
    }

    @Test
    void a_batch_that_is_retried_is_known_for_how_long() {
        world.sending = _ -> new TimeoutException("no broker");
        assertThat(world.retries.duration()).isZero();
        for (var i = 0; i < 3; i++) {
            assertThatThrownBy(() -> world.process(world.add("c1", "a", 5)))
                    .isInstanceOf(TimeoutException.class);
            world.pass(Duration.ofSeconds(25));
        }
        assertThat(world.retries.duration()).isEqualTo(Duration.ofSeconds(75));

        world.sending = _ -> null;
        world.process(world.add("c1", "a", 5));
        assertThat(world.retries.duration()).isZero();
    }

    @Test
    void a_partition_that_was_taken_over_is_no_longer_counted_as_retried() {
        world.sending = _ -> new TimeoutException("no broker");
        assertThatThrownBy(() -> world.process(world.add("c1", "a", 5)))
                .isInstanceOf(TimeoutException.class);
        world.pass(Duration.ofMillis(30_001));

        assertThat(world.retries.duration()).isZero();
    }

    @Test
    void the_next_poll_is_written_and_nothing_of_it_sent_before_the_last_is_durable() {
        world.sending = _ -> new TimeoutException("no broker");
        world.listen(List.of(world.add("c1", "a", 5)));

        assertThatThrownBy(() -> world.listen(List.of(world.add("c2", "b", 7))))
                .isInstanceOf(BatchListenerFailedException.class)
                .hasCauseInstanceOf(BatchInterrupted.class);

        assertThat(world.happened)
                .containsExactly(
                        "reads [a]",
                        "writes a@1",
                        "cannot send out a#1=5",
                        "reads [b]",
                        "writes b@1");
        assertThat(world.dead()).isEmpty();
    }

    @Test
    void the_listener_returns_only_when_what_came_again_has_taken_effect() {
        world.sending = _ -> new TimeoutException("no broker");
        var records = List.of(world.add("c1", "a", 5));
        world.listen(records);
        assertThatThrownBy(world.pending::await).isInstanceOf(BatchInterrupted.class);

        assertThatThrownBy(() -> world.listen(records))
                .isInstanceOf(BatchListenerFailedException.class)
                .hasCauseInstanceOf(TimeoutException.class);

        world.sending = _ -> null;
        world.listen(records);
        assertThat(world.happened).endsWith("sends out a#1=5");
    }

    private void writtenBySomebodyElse(String id, long version, long first, long second) {
        var known = Objects.requireNonNull(world.store.find(List.of(id)).get(id));
        var journal = List.of(known.journal().getFirst(), new Entry<>(2, world.now, "x", second));
        world.store.put(new Stored<>(id, version, first + second, journal, List.of(), 0));
    }

    private static boolean isFor(byte[] key, String counter) {
        return new String(key, UTF_8).equals(counter);
    }
}
