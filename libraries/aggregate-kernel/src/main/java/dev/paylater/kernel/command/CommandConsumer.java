package dev.paylater.kernel.command;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;

/** Commits no record before what it caused is durable, and polls it again when it is not. */
final class CommandConsumer extends KafkaConsumer<byte[], byte[]> implements PendingSends.Owner {

    private static final Duration BROKER_PATIENCE = Duration.ofSeconds(2);

    private final PendingSends pendingSends = new PendingSends();
    private long polledAt = System.nanoTime();

    CommandConsumer(Map<String, Object> settings) {
        super(settings);
    }

    @Override
    public PendingSends pendingSends() {
        return pendingSends;
    }

    @Override
    public long polledAt() {
        return polledAt;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        pendingSends.rewind(this::seek);
        polledAt = System.nanoTime();
        return super.poll(timeout);
    }

    /**
     * Does nothing. Spring's container unsubscribes just before it closes the consumer; a static
     * member that has unsubscribed does not leave its group at close.
     */
    @Override
    public void unsubscribe() {}

    /**
     * A consumer that is stopped leaves its group, so that the others get its partitions at once.
     * One whose process dies keeps them until the session timeout, unless it returns sooner.
     */
    @Override
    public void close() {
        close(
                CloseOptions.timeout(BROKER_PATIENCE)
                        .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        super.subscribe(topics, forgetting(listener));
    }

    @Override
    public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
        super.subscribe(pattern, forgetting(listener));
    }

    private ConsumerRebalanceListener forgetting(ConsumerRebalanceListener listener) {
        return new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                listener.onPartitionsAssigned(partitions);
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                thenForget(partitions, listener::onPartitionsRevoked);
            }

            @Override
            public void onPartitionsLost(Collection<TopicPartition> partitions) {
                thenForget(partitions, listener::onPartitionsLost);
            }
        };
    }

    private void thenForget(
            Collection<TopicPartition> partitions,
            Consumer<Collection<TopicPartition>> committing) {
        try {
            committing.accept(partitions);
        } finally {
            pendingSends.forget(partitions);
        }
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        super.commitSync(allDurable(offsets));
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        super.commitSync(allDurable(offsets), timeout);
    }

    private Map<TopicPartition, OffsetAndMetadata> allDurable(
            Map<TopicPartition, OffsetAndMetadata> offsets) {
        var durable = pendingSends.durable(offsets);
        if (!durable.equals(offsets)) {
            throw new BatchInterrupted("Not committed, since records have to come again");
        }
        return durable;
    }

    @Override
    public void commitAsync(
            Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        super.commitAsync(pendingSends.durable(offsets), callback);
    }
}
