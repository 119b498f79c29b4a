package dev.paylater.refund.kafka;

import dev.paylater.kernel.Stored;
import dev.paylater.kernel.command.CommandHandling;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundCommand;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.mongo.RefundDocument;
import dev.paylater.schemas.SyncRefund;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Refunds as this service makes them, without a broker. */
public final class HandledRefunds {

    private static final CommandHandling<Refund, RefundRequest, RefundEvent> HANDLING =
            new CommandHandling<>(
                    new RefundAggregate(
                            (_, _) -> false,
                            (_, _) -> List.of(),
                            new MessageWriter(RefundDocument::reply)));

    private HandledRefunds() {}

    /** What a command leads to. */
    public static CommandHandling.Handled<Refund, RefundEvent> handle(
            @Nullable Stored<Refund, RefundEvent> before,
            String id,
            String commandId,
            RefundCommand command,
            Instant now) {
        var message =
                new Incoming(
                        "merchant/pay_1", commandId, MessageContext.NONE, new SyncRefund(), 100);
        return HANDLING.handle(before, new RefundRequest(message, id, command), List.of(), now);
    }
}
