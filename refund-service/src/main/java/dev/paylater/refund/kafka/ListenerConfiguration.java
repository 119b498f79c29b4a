package dev.paylater.refund.kafka;

import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.TopicCreation;
import dev.paylater.refund.mongo.Capabilities;
import dev.paylater.refund.mongo.Refunds;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;

/** The consumer of refunds.commands. */
@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {

    private static final String GROUP = "refund-service";
    private static final int MAX_POLL_RECORDS = 200;

    @Bean
    RefundBatch refundBatch(
            MessageReader reader,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Refunds refunds,
            Capabilities capabilities,
            Clock clock) {
        return new RefundBatch(reader, publisher, deadLetters, refunds, capabilities, clock);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> refundCommands(
            KafkaSettings settings,
            TopicCreation topics,
            RefundBatch batch,
            @Value("${paylater.instance}") String instance,
            @Value("${paylater.refund.consumers}") int consumers) {
        topics.ensure(Topic.all());
        var config = KafkaConfiguration.consumer(settings, GROUP);
        config.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, GROUP + "-" + instance);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_POLL_RECORDS);
        var properties = new ContainerProperties(Topic.REFUND_COMMANDS.name());
        properties.setGroupId(GROUP);
        properties.setMessageListener(new RefundListener(batch));
        properties.setAckMode(ContainerProperties.AckMode.MANUAL_IMMEDIATE);
        properties.setSyncCommits(true);
        properties.setSyncCommitTimeout(Duration.ofSeconds(5));
        properties.setShutdownTimeout(Duration.ofSeconds(5).toMillis());
        var container =
                new ConcurrentMessageListenerContainer<byte[], byte[]>(
                        new DefaultKafkaConsumerFactory<>(config), properties);
        container.setConcurrency(consumers);
        return container;
    }
}
