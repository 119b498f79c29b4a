package dev.paylater.orchestrator.kafka;

import dev.paylater.kernel.Stored;
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
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.Refusal;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.schemas.DeadlinePassed;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** What listens to payments.commands, and what announces due payments there. */
@Configuration(proxyBeanMethods = false)
public class ListenerConfiguration {

    /** The payment as the kernel handles it. */
    public static PaymentAggregate aggregate(
            Accounts accounts,
            OtherPayments payments,
            Function<Stored<Payment, PaymentEvent>, ByteBuffer> replyForm) {
        return new PaymentAggregate(
                new CommandReader(accounts, payments), new PaymentMessages(replyForm));
    }

    /** What handles polls of payments.commands. */
    public static CommandBatch<Payment, PaymentRequest, PaymentEvent, Refusal> batch(
            PaymentAggregate aggregate,
            DocumentStore<Payment, PaymentEvent> payments,
            MessageReader reader,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Retries retries,
            Clock clock) {
        return new CommandBatch<>(
                aggregate,
                PaymentRequest::of,
                payments,
                reader,
                publisher,
                deadLetters,
                retries,
                new CrashPoints(
                        CrashPoint.ORCHESTRATOR_BEFORE_WRITE,
                        CrashPoint.ORCHESTRATOR_AFTER_WRITE,
                        CrashPoint.ORCHESTRATOR_AFTER_SEND,
                        CrashPoint.ORCHESTRATOR_AFTER_COMMIT),
                clock);
    }

    /** Tells a payment that its time has come. */
    public static Outgoing deadlinePassed(Due due, Instant now) {
        var slash = due.id().indexOf('/');
        return Outgoing.of(
                Topic.PAYMENT_COMMANDS.name(),
                due.orderKey(),
                due.messageId(),
                MessageContext.NONE,
                new DeadlinePassed(
                        due.id().substring(0, slash),
                        due.id().substring(slash + 1),
                        now.toEpochMilli(),
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
            DocumentStore<Payment, PaymentEvent> payments,
            MessagePublisher publisher,
            Clock clock) {
        return new DeadlineSweeper(
                payments, ListenerConfiguration::deadlinePassed, publisher, clock);
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> paymentCommands(
            KafkaSettings settings,
            TopicCreation topics,
            PaymentAggregate aggregate,
            DocumentStore<Payment, PaymentEvent> payments,
            MessageReader reader,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Retries retries,
            Clock clock,
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
        var batch = batch(aggregate, payments, reader, publisher, deadLetters, retries, clock);
        return CommandContainer.of(
                settings,
                Topic.PAYMENT_COMMANDS,
                Topic.ORCHESTRATOR,
                instance,
                threads,
                new CommandListener(batch::process),
                CrashPoint.ORCHESTRATOR_AFTER_COMMIT);
    }
}
