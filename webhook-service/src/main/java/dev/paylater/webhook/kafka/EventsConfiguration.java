package dev.paylater.webhook.kafka;

import dev.paylater.kernel.command.CommandContainer;
import dev.paylater.kernel.command.CommandListener;
import dev.paylater.kernel.command.CommandsHealth;
import dev.paylater.kernel.command.RecordBatch;
import dev.paylater.kernel.command.Retries;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.InstanceId;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.kit.kafka.SchemaIds;
import dev.paylater.kit.kafka.TopicCreation;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** What listens to the events of payments and refunds, a group for each topic. */
@Configuration(proxyBeanMethods = false)
class EventsConfiguration {

    /** So that a poll brings many events, and all of them one write, instead of each its own. */
    private static final long PAUSE_MILLIS = 100;

    private final KafkaSettings settings;
    private final EventReader reader;
    private final DeadLetters deadLetters;
    private final Clock clock;
    private final String instance;
    private final int threads;
    private final Retries paymentRetries;
    private final Retries refundRetries;

    EventsConfiguration(
            KafkaSettings settings,
            TopicCreation topics,
            SchemaIds schemas,
            EventReader reader,
            DeadLetters deadLetters,
            Clock clock,
            @Value("${paylater.instance}") String instance,
            @Value("${paylater.events.threads}") int threads) {
        this.settings = settings;
        this.reader = reader;
        this.deadLetters = deadLetters;
        this.clock = clock;
        this.instance = InstanceId.of(instance);
        this.threads = threads;
        this.paymentRetries = new Retries(clock);
        this.refundRetries = new Retries(clock);
        topics.ensure(Topic.shared());
        schemas.ensure(Topic.WEBHOOK);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> paymentEvents() {
        return container(Topic.PAYMENT_EVENTS, paymentRetries);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> refundEvents() {
        return container(Topic.REFUND_EVENTS, refundRetries);
    }

    private ConcurrentMessageListenerContainer<byte[], byte[]> container(
            Topic topic, Retries retries) {
        var batch = new RecordBatch(reader::take, deadLetters, retries, clock);
        var container =
                CommandContainer.of(
                        settings,
                        topic,
                        group(topic),
                        instance,
                        threads,
                        new CommandListener(batch, CrashPoint.DELIVERY_AFTER_COMMIT),
                        CrashPoint.DELIVERY_AFTER_COMMIT);
        container.getContainerProperties().setIdleBetweenPolls(PAUSE_MILLIS);
        return container;
    }

    private static String group(Topic topic) {
        return Topic.WEBHOOK + "." + topic.name();
    }

    @Bean
    CommandsHealth paymentEventsHealthIndicator(
            ConcurrentMessageListenerContainer<byte[], byte[]> paymentEvents,
            MeterRegistry meters) {
        CommandContainer.measure(paymentEvents, group(Topic.PAYMENT_EVENTS), meters);
        return new CommandsHealth(
                Topic.PAYMENT_EVENTS.name(), paymentEvents, paymentRetries, meters);
    }

    @Bean
    CommandsHealth refundEventsHealthIndicator(
            ConcurrentMessageListenerContainer<byte[], byte[]> refundEvents, MeterRegistry meters) {
        CommandContainer.measure(refundEvents, group(Topic.REFUND_EVENTS), meters);
        return new CommandsHealth(Topic.REFUND_EVENTS.name(), refundEvents, refundRetries, meters);
    }
}
