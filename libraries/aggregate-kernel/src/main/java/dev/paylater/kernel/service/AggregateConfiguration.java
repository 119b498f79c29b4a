package dev.paylater.kernel.service;

import dev.paylater.kernel.command.CommandContainer;
import dev.paylater.kernel.command.CommandListener;
import dev.paylater.kernel.command.CommandsHealth;
import dev.paylater.kernel.command.Retries;
import dev.paylater.kernel.store.Due;
import dev.paylater.kernel.timer.DeadlineSweeper;
import dev.paylater.kernel.timer.LateCounts;
import dev.paylater.kernel.timer.RepeatedTask;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.InstanceId;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.SchemaIds;
import dev.paylater.kit.kafka.TopicCreation;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/**
 * What listens to the commands of an aggregate, announces its due documents and counts its late
 * ones. The service brings its {@link AggregateCommands} and its {@link LateCounts}.
 */
@Configuration(proxyBeanMethods = false)
public class AggregateConfiguration {

    /** In milliseconds, as the store and the messages keep times. */
    @Bean
    Clock clock() {
        return Clock.tickMillis(ZoneOffset.UTC);
    }

    @Bean
    Retries retries(Clock clock) {
        return new Retries(clock);
    }

    @Bean
    CommandsHealth commandsHealthIndicator(
            AggregateCommands<?, ?, ?> commands,
            ConcurrentMessageListenerContainer<byte[], byte[]> container,
            Retries retries,
            MeterRegistry meters) {
        CommandContainer.measure(container, commands.group(), meters);
        return new CommandsHealth(commands.topic().name(), container, retries, meters);
    }

    /** The documents whose commands this process consumes: others see to the others. */
    @Bean
    Supplier<Predicate<Due>> share(
            AggregateCommands<?, ?, ?> commands,
            ConcurrentMessageListenerContainer<byte[], byte[]> container,
            MessagePublisher publisher) {
        var topic = commands.topic().name();
        return () -> share(topic, container, publisher);
    }

    @Bean
    DeadlineSweeper sweeper(
            AggregateCommands<?, ?, ?> commands,
            Supplier<Predicate<Due>> share,
            MessagePublisher publisher,
            Clock clock) {
        return commands.sweeper(share, publisher, clock);
    }

    private static Predicate<Due> share(
            String topic,
            ConcurrentMessageListenerContainer<byte[], byte[]> container,
            MessagePublisher publisher) {
        var partitions = publisher.partitions(topic);
        var assigned =
                Set.copyOf(Objects.requireNonNullElse(container.getAssignedPartitions(), Set.of()));
        return due ->
                assigned.contains(
                        new TopicPartition(
                                topic, MessagePublisher.partition(due.partitionKey(), partitions)));
    }

    @Bean
    RepeatedTask sweeping(
            DeadlineSweeper sweeper,
            @Value("${paylater.deadlines.interval:250ms}") Duration interval) {
        return new RepeatedTask("deadlines", sweeper::sweep, interval);
    }

    /** On a thread of its own: a count that takes long delays no deadline. */
    @Bean
    RepeatedTask counting(
            LateCounts lateCounts, @Value("${paylater.alarms.interval:15s}") Duration interval) {
        return new RepeatedTask("alarms", lateCounts::count, interval);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> commandContainer(
            KafkaSettings settings,
            TopicCreation topics,
            SchemaIds schemas,
            AggregateCommands<?, ?, ?> commands,
            MessageReader reader,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Retries retries,
            Clock clock,
            @Value("${paylater.instance}") String instance,
            @Value("${paylater.commands.threads}") int threads) {
        topics.ensure(Topic.shared());
        schemas.ensure(commands.group());
        var batch = commands.batch(reader, publisher, deadLetters, retries, clock);
        return CommandContainer.of(
                settings,
                commands.topic(),
                commands.group(),
                InstanceId.of(instance),
                threads,
                new CommandListener(batch::process, commands.crashPoints().afterCommit()),
                commands.crashPoints().afterCommit());
    }
}
