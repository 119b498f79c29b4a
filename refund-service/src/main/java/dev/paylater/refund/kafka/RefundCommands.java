package dev.paylater.refund.kafka;

import dev.paylater.kernel.command.CrashPoints;
import dev.paylater.kernel.service.AggregateCommands;
import dev.paylater.kernel.store.DocumentStore;
import dev.paylater.kernel.store.Due;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.refund.core.ProviderCapabilities;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.schemas.RefundDeadlinePassed;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.function.Function;

/** What the kernel needs to handle refunds.commands. */
public final class RefundCommands {

    private RefundCommands() {}

    /**
     * The commands of refunds.
     *
     * @param replyForm the bytes of a refund as replies carry them
     */
    public static AggregateCommands<Refund, RefundRequest, RefundEvent> of(
            ProviderCapabilities capabilities,
            SiblingRefunds refunds,
            Function<Refund, ByteBuffer> replyForm,
            DocumentStore<Refund, RefundEvent> store) {
        return new AggregateCommands<>(
                Topic.REFUND_COMMANDS,
                Topic.REFUND,
                new RefundAggregate(capabilities, refunds, new MessageWriter(replyForm)),
                CommandReader::read,
                store,
                RefundCommands::deadlinePassed,
                new CrashPoints(
                        CrashPoint.REFUND_BEFORE_WRITE,
                        CrashPoint.REFUND_AFTER_WRITE,
                        CrashPoint.REFUND_AFTER_SEND,
                        CrashPoint.REFUND_AFTER_COMMIT));
    }

    private static Outgoing deadlinePassed(Due due, Instant now) {
        var slash = due.partitionKey().indexOf('/');
        return Outgoing.of(
                Topic.REFUND_COMMANDS.name(),
                due.partitionKey(),
                "refund/" + due.messageId(),
                MessageContext.NONE,
                new RefundDeadlinePassed(
                        due.partitionKey().substring(0, slash),
                        due.partitionKey().substring(slash + 1),
                        now.toEpochMilli(),
                        due.id().substring(slash + 1),
                        due.at().toEpochMilli()));
    }
}
