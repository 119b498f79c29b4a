package dev.paylater.kernel.command;

import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.KafkaClientMeters;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

/** The consumer of a topic of commands: batches, committed after they have taken effect. */
public final class CommandContainer {

    private static final Logger log = LoggerFactory.getLogger(CommandContainer.class);
    private static final long RETRY_MILLIS = 500;
    private static final long COMMIT_MILLIS = 100;
    private static final long POLL_MILLIS = 250;
    private static final long SHUTDOWN_MILLIS = 5_000;

    private CommandContainer() {}

    /**
     * A container that runs the listener in threads.
     *
     * @param group the consumer group, the name of the service
     * @param instance a restarted instance takes its old partitions back without a rebalance
     */
    public static ConcurrentMessageListenerContainer<byte[], byte[]> of(
            KafkaSettings settings,
            Topic topic,
            String group,
            String instance,
            int threads,
            CommandListener listener,
            CrashPoint afterCommit) {
        var consumer = KafkaConfiguration.consumer(settings, group);
        consumer.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, group + "-" + instance);
        var properties = new ContainerProperties(topic.name());
        // Under load a poll brings a few commands; a commit for each would cost as much as they do.
        properties.setAckMode(ContainerProperties.AckMode.TIME);
        properties.setAckTime(COMMIT_MILLIS);
        properties.setPollTimeout(POLL_MILLIS);
        properties.setSyncCommits(false);
        properties.setCommitCallback(
                (_, failure) -> {
                    if (failure == null) {
                        afterCommit.reached();
                    } else {
                        // Commands may come again, which they are made for.
                        log.warn("Offsets could not be committed: {}", failure.toString());
                    }
                });
        properties.setShutdownTimeout(SHUTDOWN_MILLIS);
        properties.setMessageListener(listener);
        var container =
                new ConcurrentMessageListenerContainer<>(new Consumers(consumer), properties);
        container.setConcurrency(threads);
        var retrying =
                new DefaultErrorHandler(
                        new FixedBackOff(RETRY_MILLIS, FixedBackOff.UNLIMITED_ATTEMPTS));
        retrying.setClassifications(Map.of(), true);
        container.setCommonErrorHandler(retrying);
        return container;
    }

    /** Shows what the container's consumers measure. */
    public static void measure(
            ConcurrentMessageListenerContainer<byte[], byte[]> container,
            String group,
            MeterRegistry meters) {
        KafkaClientMeters.ofConsumers(
                meters,
                group,
                container,
                it ->
                        it.metrics().values().stream()
                                .flatMap(one -> one.values().stream())
                                .toList());
    }

    private static final class Consumers extends DefaultKafkaConsumerFactory<byte[], byte[]> {

        Consumers(Map<String, Object> settings) {
            super(settings);
        }

        @Override
        protected Consumer<byte[], byte[]> createRawConsumer(Map<String, Object> settings) {
            return new CommandConsumer(settings);
        }
    }
}
