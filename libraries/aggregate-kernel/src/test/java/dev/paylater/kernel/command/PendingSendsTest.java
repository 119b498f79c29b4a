package dev.paylater.kernel.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kit.CrashPoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What is committed, and what comes again, while sends are under way and after they have failed.
 */
class PendingSendsTest {

    private static final TopicPartition FIRST = new TopicPartition("commands", 0);
    private static final TopicPartition SECOND = new TopicPartition("commands", 1);

    private final PendingSends pending = new PendingSends();

    @Test
    void a_commit_waits_until_what_was_sent_is_durable() throws InterruptedException {
        var sent = sent();
        pending.handled(List.of(record(FIRST, 3)));

        var committed = new CompletableFuture<Map<TopicPartition, OffsetAndMetadata>>();
        var commit =
                Thread.startVirtualThread(
                        () -> committed.complete(pending.durable(ends(FIRST, 4))));
        while (commit.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(committed).isNotDone();
        sent.complete(null);

        commit.join();
        assertThat(committed.join()).isEqualTo(ends(FIRST, 4));
    }

    @Test
    void after_a_failure_nothing_is_committed_from_the_first_record_on_that_it_is_about() {
        handledAndDurable(record(FIRST, 3), record(SECOND, 9));
        sent().completeExceptionally(new TimeoutException("no broker"));
        pending.handled(List.of(record(FIRST, 4), record(FIRST, 5)));

        assertThat(pending.durable(ends(FIRST, 6, SECOND, 10)))
                .isEqualTo(ends(FIRST, 4, SECOND, 10));
        assertThat(pending.durable(ends(FIRST, 6))).isEqualTo(ends(FIRST, 4));
    }

    @Test
    void what_was_sent_before_has_failed_and_nothing_more_is_sent() {
        sent().completeExceptionally(new TimeoutException("no broker"));
        pending.handled(List.of(record(FIRST, 3)));

        assertThatThrownBy(pending::await)
                .isInstanceOf(BatchInterrupted.class)
                .hasMessageContaining("no broker");
        assertThat(rewound()).isEqualTo(Map.of(FIRST, 3L));
    }

    @Test
    void records_come_again_once() {
        sent().completeExceptionally(new TimeoutException("no broker"));
        pending.handled(List.of(record(FIRST, 3), record(SECOND, 9)));
        pending.durable(Map.of());

        assertThat(rewound()).isEqualTo(Map.of(FIRST, 3L, SECOND, 9L));
        assertThat(rewound()).isEmpty();
    }

    @Test
    void what_somebody_else_has_committed_meanwhile_does_not_come_again() {
        sent().completeExceptionally(new TimeoutException("no broker"));
        pending.handled(List.of(record(FIRST, 3), record(SECOND, 9)));
        pending.forget(List.of(FIRST));

        assertThat(pending.durable(ends(FIRST, 30))).isEqualTo(ends(FIRST, 30));
        assertThat(rewound()).isEqualTo(Map.of(SECOND, 9L));
        pending.forget(List.of(SECOND));
        assertThat(rewound()).isEmpty();
    }

    @Test
    void polls_without_a_send_before_and_behind_it_belong_to_what_is_under_way() {
        pending.handled(List.of(record(FIRST, 3)));
        var sent = sent();
        pending.handled(List.of(record(FIRST, 4)));
        pending.handled(List.of(record(FIRST, 5)));
        sent.completeExceptionally(new TimeoutException("no broker"));

        assertThat(pending.durable(ends(FIRST, 6))).isEqualTo(ends(FIRST, 4));
    }

    @Test
    void what_comes_again_is_waited_for_at_once_until_all_of_it_has_come() {
        sent().completeExceptionally(new TimeoutException("no broker"));
        pending.handled(List.of(record(FIRST, 3), record(FIRST, 4), record(SECOND, 9)));
        pending.durable(Map.of());
        rewound();

        assertThatThrownBy(this::sendTooLarge).isInstanceOf(RecordTooLargeException.class);
        pending.handled(List.of(record(FIRST, 3), record(FIRST, 4)));
        assertThat(pending.durable(ends(FIRST, 5, SECOND, 10)))
                .isEqualTo(ends(FIRST, 5, SECOND, 9));
        assertThatThrownBy(this::sendTooLarge).isInstanceOf(RecordTooLargeException.class);
        pending.handled(List.of(record(SECOND, 9)));

        sendTooLarge();
        assertThatThrownBy(pending::await).isInstanceOf(BatchInterrupted.class);
    }

    @Test
    void nothing_is_waited_for_any_more_when_what_failed_is_somebody_elses() {
        sent().completeExceptionally(new TimeoutException("no broker"));
        pending.handled(List.of(record(FIRST, 3)));
        pending.durable(Map.of());

        pending.forget(List.of(FIRST));
        sendTooLarge();
        assertThatThrownBy(pending::await).isInstanceOf(BatchInterrupted.class);
    }

    @Test
    void what_was_polled_and_not_handled_comes_again_and_is_not_committed() {
        handledAndDurable(record(FIRST, 3));
        pending.comeAgain(List.of(record(FIRST, 4), record(FIRST, 5), record(SECOND, 9)));

        assertThat(pending.durable(ends(FIRST, 6, SECOND, 10)))
                .isEqualTo(ends(FIRST, 4, SECOND, 9));
        assertThat(rewound()).isEqualTo(Map.of(FIRST, 4L, SECOND, 9L));
    }

    @Test
    void what_was_sent_before_and_has_failed_comes_again_with_what_was_not_handled() {
        sent().completeExceptionally(new TimeoutException("no broker"));
        pending.handled(List.of(record(FIRST, 3)));
        assertThatThrownBy(pending::await).isInstanceOf(BatchInterrupted.class);
        pending.comeAgain(List.of(record(FIRST, 4)));

        assertThat(pending.durable(ends(FIRST, 5))).isEqualTo(ends(FIRST, 3));
        assertThat(rewound()).isEqualTo(Map.of(FIRST, 3L));
    }

    private CompletableFuture<@Nullable Void> sent() {
        var sent = new CompletableFuture<@Nullable Void>();
        pending.add(List.of(sent), CrashPoint.ORCHESTRATOR_AFTER_SEND);
        return sent;
    }

    private void sendTooLarge() {
        pending.add(
                List.of(CompletableFuture.failedFuture(new RecordTooLargeException("too large"))),
                CrashPoint.ORCHESTRATOR_AFTER_SEND);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    private void handledAndDurable(ConsumerRecord<byte[], byte[]>... records) {
        pending.handled(List.of(records));
        pending.await();
    }

    private Map<TopicPartition, Long> rewound() {
        var rewound = new HashMap<TopicPartition, Long>();
        pending.rewind(rewound::put);
        return rewound;
    }

    private static Map<TopicPartition, OffsetAndMetadata> ends(TopicPartition partition, long end) {
        return Map.of(partition, new OffsetAndMetadata(end));
    }

    private static Map<TopicPartition, OffsetAndMetadata> ends(
            TopicPartition one, long end, TopicPartition other, long otherEnd) {
        return Map.of(one, new OffsetAndMetadata(end), other, new OffsetAndMetadata(otherEnd));
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset) {
        return new ConsumerRecord<>(
                partition.topic(), partition.partition(), offset, new byte[0], new byte[0]);
    }
}
