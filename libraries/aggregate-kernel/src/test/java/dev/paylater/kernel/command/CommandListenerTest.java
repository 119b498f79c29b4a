package dev.paylater.kernel.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kit.CrashPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.BatchListenerFailedException;

/** What the listener commits by itself, and what it leaves to its container. */
class CommandListenerTest {

    private static final TopicPartition FIRST = new TopicPartition("commands", 0);
    private static final TopicPartition SECOND = new TopicPartition("commands", 1);

    private final Committing consumer = new Committing();
    private final List<String> answered = new ArrayList<>();

    CommandListenerTest() {
        consumer.assign(List.of(FIRST, SECOND));
    }

    @Test
    void refusals_are_answered_once_all_records_of_the_poll_are_committed() {
        var committed = new ArrayList<Map<TopicPartition, OffsetAndMetadata>>();
        var listener =
                listener(
                        Optional.of(
                                () -> committed.add(consumer.committed(Set.of(FIRST, SECOND)))));

        listener.onMessage(
                List.of(record(FIRST, 3), record(FIRST, 4), record(SECOND, 9)), consumer);

        assertThat(committed)
                .containsExactly(
                        Map.of(FIRST, new OffsetAndMetadata(5), SECOND, new OffsetAndMetadata(10)));
    }

    @Test
    void a_poll_without_refusals_is_committed_by_its_container() {
        listener(Optional.empty()).onMessage(List.of(record(FIRST, 3)), consumer);

        assertThat(consumer.committed(Set.of(FIRST))).isEmpty();
    }

    @Test
    void nobody_is_answered_when_the_partition_is_somebody_elses_by_now() {
        var fenced =
                new Committing() {
                    @Override
                    public synchronized void commitSync(
                            Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
                        throw new CommitFailedException();
                    }
                };

        listener(Optional.of(() -> answered.add("refused")))
                .onMessage(List.of(record(SECOND, 1)), fenced);

        assertThat(answered).isEmpty();
    }

    @Test
    void records_that_could_not_be_handled_come_again_from_the_first_on() {
        var listener =
                new CommandListener(
                        (_, _, _) -> {
                            throw new BatchInterrupted("the lease is over");
                        },
                        CrashPoint.ORCHESTRATOR_AFTER_COMMIT);

        assertThatThrownBy(() -> listener.onMessage(List.of(record(FIRST, 3)), consumer))
                .isInstanceOfSatisfying(
                        BatchListenerFailedException.class,
                        failed -> assertThat(failed.getIndex()).isZero());
    }

    private static CommandListener listener(Optional<Runnable> refusals) {
        return new CommandListener((_, _, _) -> refusals, CrashPoint.ORCHESTRATOR_AFTER_COMMIT);
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset) {
        return new ConsumerRecord<>(
                partition.topic(), partition.partition(), offset, new byte[0], new byte[0]);
    }

    private static class Committing extends MockConsumer<byte[], byte[]>
            implements PendingSends.Owner {

        private final PendingSends pendingSends = new PendingSends();

        Committing() {
            super("earliest");
        }

        @Override
        public PendingSends pendingSends() {
            return pendingSends;
        }

        @Override
        public long polledAt() {
            return System.nanoTime();
        }
    }
}
