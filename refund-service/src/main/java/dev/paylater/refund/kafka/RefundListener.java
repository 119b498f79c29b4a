package dev.paylater.refund.kafka;

import dev.paylater.kit.CrashPoint;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.BatchAcknowledgingMessageListener;
import org.springframework.kafka.support.Acknowledgment;

/**
 * Commits what a batch has finished, and lets it come again when Kafka, the registry or the store
 * were away: for as long as it takes, since setting a command aside for that would lose it.
 */
final class RefundListener implements BatchAcknowledgingMessageListener<byte[], byte[]> {

    private static final Logger log = LoggerFactory.getLogger(RefundListener.class);
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final int MAX_DOUBLINGS = 4;

    private final RefundBatch batch;
    private final ThreadLocal<Integer> failures = ThreadLocal.withInitial(() -> 0);

    RefundListener(RefundBatch batch) {
        this.batch = batch;
    }

    @Override
    public void onMessage(
            List<ConsumerRecord<byte[], byte[]>> records, @Nullable Acknowledgment container) {
        var acknowledgment = Objects.requireNonNull(container, "The container acks by hand");
        try {
            batch.process(records);
        } catch (RuntimeException e) {
            var pause =
                    Duration.ofMillis(
                            FIRST_PAUSE_MILLIS << Math.min(failures.get(), MAX_DOUBLINGS));
            failures.set(failures.get() + 1);
            log.warn("{} commands could not be handled, again in {}", records.size(), pause, e);
            acknowledgment.nack(0, pause);
            return;
        }
        failures.set(0);
        acknowledgment.acknowledge();
        CrashPoint.REFUND_AFTER_COMMIT.reached();
    }
}
