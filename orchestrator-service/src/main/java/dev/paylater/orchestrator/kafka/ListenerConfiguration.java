package dev.paylater.orchestrator.kafka;

import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.TopicCreation;
import dev.paylater.orchestrator.journal.PaymentStore;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

/** The consumer of payments.commands: batches, committed after they have taken effect. */
@Configuration(proxyBeanMethods = false)
public class ListenerConfiguration {

    private static final Logger log = LoggerFactory.getLogger(ListenerConfiguration.class);
    private static final String GROUP = Topic.ORCHESTRATOR;
    private static final long RETRY_MILLIS = 500;
    private static final long COMMIT_MILLIS = 100;
    private static final long POLL_MILLIS = 250;
    private static final long SHUTDOWN_MILLIS = 5_000;

    @Bean
    PaymentProcessor paymentProcessor(
            MessageReader reader,
            Accounts accounts,
            PaymentStore payments,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Clock clock) {
        return new PaymentProcessor(reader, accounts, payments, publisher, deadLetters, clock);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> paymentCommands(
            KafkaSettings settings,
            TopicCreation topics,
            PaymentProcessor processor,
            @Value("${paylater.instance}") String instance,
            @Value("${paylater.orchestrator.threads}") int threads) {
        topics.ensure(
                Stream.concat(
                                Stream.of(
                                        Topic.PAYMENT_COMMANDS,
                                        Topic.PAYMENT_EVENTS,
                                        Topic.PAYMENT_REPLIES,
                                        Topic.REFUND_COMMANDS),
                                Topic.CONNECTORS.stream().map(Topic::ofConnector))
                        .toList());
        var consumer = KafkaConfiguration.consumer(settings, GROUP);
        // A restarted instance takes its old partitions back without a rebalance.
        consumer.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, GROUP + "-" + instance);
        var properties = new ContainerProperties(Topic.PAYMENT_COMMANDS.name());
        // Under load a poll brings a few commands; a commit for each would cost as much as they do.
        properties.setAckMode(ContainerProperties.AckMode.TIME);
        properties.setAckTime(COMMIT_MILLIS);
        properties.setPollTimeout(POLL_MILLIS);
        properties.setSyncCommits(false);
        properties.setCommitCallback(ListenerConfiguration::committed);
        properties.setShutdownTimeout(SHUTDOWN_MILLIS);
        properties.setMessageListener(pollingAgainAfterFailure(processor));
        var container =
                new ConcurrentMessageListenerContainer<>(
                        new DefaultKafkaConsumerFactory<byte[], byte[]>(consumer), properties);
        container.setConcurrency(threads);
        // Only what goes away by itself gets here: the store or Kafka cannot be reached.
        var retrying =
                new DefaultErrorHandler(
                        new FixedBackOff(RETRY_MILLIS, FixedBackOff.UNLIMITED_ATTEMPTS));
        retrying.setClassifications(Map.of(), true);
        container.setCommonErrorHandler(retrying);
        return container;
    }

    /** A commit that failed only means that commands may come again, which they are made for. */
    private static void committed(
            Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception failure) {
        if (failure == null) {
            CrashPoint.ORCHESTRATOR_AFTER_COMMIT.reached();
        } else {
            log.warn("Offsets could not be committed: {}", failure.toString());
        }
    }

    /**
     * Naming the first record makes the container seek back to it, instead of keeping the batch.
     */
    private static BatchMessageListener<byte[], byte[]> pollingAgainAfterFailure(
            PaymentProcessor processor) {
        return consumed -> {
            try {
                processor.process(consumed);
            } catch (RuntimeException e) {
                throw new BatchListenerFailedException("The batch is polled again", e, 0);
            }
        };
    }
}
