package dev.paylater.orchestrator.kafka;

import dev.paylater.kernel.Stored;
import dev.paylater.kernel.command.CrashPoints;
import dev.paylater.kernel.service.AggregateCommands;
import dev.paylater.kernel.store.DocumentStore;
import dev.paylater.kernel.store.Due;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.schemas.DeadlinePassed;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.function.Function;

/** What the kernel needs to handle payments.commands. */
public final class PaymentCommands {

    private PaymentCommands() {}

    /**
     * The commands of payments.
     *
     * @param replyForm the bytes of a payment as replies carry them
     */
    public static AggregateCommands<Payment, PaymentRequest, PaymentEvent> of(
            Accounts accounts,
            OtherPayments payments,
            Function<Stored<Payment, PaymentEvent>, ByteBuffer> replyForm,
            DocumentStore<Payment, PaymentEvent> store) {
        return new AggregateCommands<>(
                Topic.PAYMENT_COMMANDS,
                Topic.ORCHESTRATOR,
                new PaymentAggregate(
                        new CommandReader(accounts, payments), new PaymentMessages(replyForm)),
                PaymentRequest::of,
                store,
                PaymentCommands::deadlinePassed,
                new CrashPoints(
                        CrashPoint.ORCHESTRATOR_BEFORE_WRITE,
                        CrashPoint.ORCHESTRATOR_AFTER_WRITE,
                        CrashPoint.ORCHESTRATOR_AFTER_SEND,
                        CrashPoint.ORCHESTRATOR_AFTER_COMMIT));
    }

    private static Outgoing deadlinePassed(Due due, Instant now) {
        var slash = due.id().indexOf('/');
        return Outgoing.of(
                Topic.PAYMENT_COMMANDS.name(),
                due.partitionKey(),
                due.messageId(),
                MessageContext.NONE,
                new DeadlinePassed(
                        due.id().substring(0, slash),
                        due.id().substring(slash + 1),
                        now.toEpochMilli(),
                        due.at().toEpochMilli()));
    }
}
