package dev.paylater.webhook.kafka;

import dev.paylater.kernel.command.CommandContainer;
import dev.paylater.kernel.command.CommandListener;
import dev.paylater.kernel.command.CommandsHealth;
import dev.paylater.kernel.command.Retries;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.InstanceId;
import dev.paylater.kit.kafka.KafkaSettings;
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
    private final String instance;
    private final int threads;

    EventsConfiguration(
            KafkaSettings settings,
            TopicCreation topics,
            EventReader reader,
            @Value("${paylater.instance}") String instance,
            @Value("${paylater.events.threads}") int threads) {
        this.settings = settings;
        this.reader = reader;
        this.instance = InstanceId.of(instance);
        this.threads = threads;
        topics.ensure(Topic.shared());
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> paymentEvents() {
        return container(Topic.PAYMENT_EVENTS);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> refundEvents() {
        return container(Topic.REFUND_EVENTS);
    }

    private ConcurrentMessageListenerContainer<byte[], byte[]> container(Topic topic) {
        var container =
                CommandContainer.of(
                        settings,
                        topic,
                        Topic.WEBHOOK + "." + topic.name(),
                        instance,
                        threads,
                        new CommandListener(
                                (records, _, _) -> reader.take(records),
                                CrashPoint.DELIVERY_AFTER_COMMIT),
                        CrashPoint.DELIVERY_AFTER_COMMIT);
        container.getContainerProperties().setIdleBetweenPolls(PAUSE_MILLIS);
        return container;
    }

    @Bean
    CommandsHealth paymentEventsHealthIndicator(
            ConcurrentMessageListenerContainer<byte[], byte[]> paymentEvents,
            Clock clock,
            MeterRegistry meters) {
        return new CommandsHealth(
                Topic.PAYMENT_EVENTS.name(), paymentEvents, new Retries(clock), meters);
    }

    @Bean
    CommandsHealth refundEventsHealthIndicator(
            ConcurrentMessageListenerContainer<byte[], byte[]> refundEvents,
            Clock clock,
            MeterRegistry meters) {
        return new CommandsHealth(
                Topic.REFUND_EVENTS.name(), refundEvents, new Retries(clock), meters);
    }
}
