package dev.paylater.kernel.command;

import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.BatchMessageListener;

/**
 * What the container calls with each poll: it commits after this has returned, and polls the same
 * records again after this has thrown. Naming the first record makes it seek back to that one,
 * instead of keeping the batch.
 */
public final class CommandListener implements BatchMessageListener<byte[], byte[]> {

    private final Consumer<List<ConsumerRecord<byte[], byte[]>>> batch;

    /**
     * A listener.
     *
     * @param batch returns when all of it has taken effect, and throws when it has to come again
     */
    public CommandListener(Consumer<List<ConsumerRecord<byte[], byte[]>>> batch) {
        this.batch = batch;
    }

    @Override
    public void onMessage(List<ConsumerRecord<byte[], byte[]>> consumed) {
        try {
            batch.accept(consumed);
        } catch (RuntimeException e) {
            throw new BatchListenerFailedException("The batch is polled again", e, 0);
        }
    }
}
