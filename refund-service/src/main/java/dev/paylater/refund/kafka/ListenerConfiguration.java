package dev.paylater.refund.kafka;

import dev.paylater.kernel.command.CommandBatch;
import dev.paylater.kernel.command.CommandContainer;
import dev.paylater.kernel.command.CommandListener;
import dev.paylater.kernel.command.CrashPoints;
import dev.paylater.kernel.command.Retries;
import dev.paylater.kernel.command.RetryHealth;
import dev.paylater.kernel.store.DocumentStore;
import dev.paylater.kernel.store.Due;
import dev.paylater.kernel.timer.DeadlineSweeper;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.kit.kafka.TopicCreation;
import dev.paylater.refund.core.ProviderCapabilities;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.core.Refusal;
import dev.paylater.schemas.RefundDeadlinePassed;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** What listens to refunds.commands, and what announces due refunds there. */
@Configuration(proxyBeanMethods = false)
public class ListenerConfiguration {

    /** The refund as the kernel handles it. */
    public static RefundAggregate aggregate(
            ProviderCapabilities capabilities,
            SiblingRefunds refunds,
            Function<Refund, ByteBuffer> replyForm) {
        return new RefundAggregate(capabilities, refunds, new MessageWriter(replyForm));
    }

    /** What handles polls of refunds.commands. */
    public static CommandBatch<Refund, RefundRequest, RefundEvent, Refusal> batch(
            RefundAggregate aggregate,
            DocumentStore<Refund, RefundEvent> refunds,
            MessageReader reader,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Retries retries,
            Clock clock) {
        return new CommandBatch<>(
                aggregate,
                CommandReader::read,
                refunds,
                reader,
                publisher,
                deadLetters,
                retries,
                new CrashPoints(
                        CrashPoint.REFUND_BEFORE_WRITE,
                        CrashPoint.REFUND_AFTER_WRITE,
                        CrashPoint.REFUND_AFTER_SEND,
                        CrashPoint.REFUND_AFTER_COMMIT),
                clock);
    }

    /** Tells a refund that its time has come. */
    public static Outgoing deadlinePassed(Due due, Instant now) {
        var slash = due.orderKey().indexOf('/');
        return Outgoing.of(
                Topic.REFUND_COMMANDS.name(),
                due.orderKey(),
                "refund/" + due.messageId(),
                MessageContext.NONE,
                new RefundDeadlinePassed(
                        due.orderKey().substring(0, slash),
                        due.orderKey().substring(slash + 1),
                        now.toEpochMilli(),
                        due.id().substring(slash + 1),
                        due.at().toEpochMilli()));
    }

    @Bean
    Retries retries(Clock clock) {
        return new Retries(clock);
    }

    @Bean
    RetryHealth commandsHealthIndicator(Retries retries, MeterRegistry meters) {
        return new RetryHealth(retries, meters);
    }

    @Bean
    DeadlineSweeper sweeper(
            DocumentStore<Refund, RefundEvent> refunds, MessagePublisher publisher, Clock clock) {
        return new DeadlineSweeper(
                refunds, ListenerConfiguration::deadlinePassed, publisher, clock);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> refundCommands(
            KafkaSettings settings,
            TopicCreation topics,
            RefundAggregate aggregate,
            DocumentStore<Refund, RefundEvent> refunds,
            MessageReader reader,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Retries retries,
            Clock clock,
            @Value("${paylater.instance}") String instance,
            @Value("${paylater.refund.consumers}") int consumers) {
        topics.ensure(Topic.all());
        var batch = batch(aggregate, refunds, reader, publisher, deadLetters, retries, clock);
        return CommandContainer.of(
                settings,
                Topic.REFUND_COMMANDS,
                Topic.REFUND,
                instance,
                consumers,
                new CommandListener(batch::process),
                CrashPoint.REFUND_AFTER_COMMIT);
    }
}
