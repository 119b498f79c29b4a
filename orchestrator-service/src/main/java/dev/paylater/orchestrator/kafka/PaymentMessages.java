package dev.paylater.orchestrator.kafka;

import dev.paylater.kernel.Refusal;
import dev.paylater.kernel.Step;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.Waiter;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.decision.PaymentReaction;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What has to be sent because of events. Ids of messages are made from the payment and the number
 * of the event, so that sending again after a crash sends the same messages.
 */
final class PaymentMessages {

    private final Function<Stored<Payment, PaymentEvent>, ByteBuffer> replyForm;

    /**
     * Makes messages.
     *
     * @param replyForm a payment's document as replies carry it
     */
    PaymentMessages(Function<Stored<Payment, PaymentEvent>, ByteBuffer> replyForm) {
        this.replyForm = replyForm;
    }

    /** The public event and all that it calls for. */
    List<Outgoing> of(String id, Step<Payment, PaymentEvent> step, PaymentRequest request) {
        var context = context(request);
        var entry = step.entry();
        var eventId = id + "#" + entry.sequence();
        var messages = new ArrayList<Outgoing>();
        messages.add(
                Outgoing.of(
                        Topic.PAYMENT_EVENTS.name(),
                        id,
                        eventId,
                        context,
                        Snapshots.event(eventId, step)));
        var index = 0;
        for (var effect : PaymentReaction.react(entry.event(), step.after())) {
            index++;
            var caused = Requests.of(effect, step.after(), entry.at(), request);
            messages.add(
                    Outgoing.of(
                            caused.topic(), id, eventId + "." + index, context, caused.message()));
        }
        return messages;
    }

    /** The payment as it is now. */
    Outgoing reply(PaymentRequest request, Waiter waiter, Stored<Payment, PaymentEvent> stored) {
        return reply(request, waiter, null, replyForm.apply(stored));
    }

    /** Why the command was refused. */
    Outgoing refusal(PaymentRequest request, Waiter waiter, Refusal refusal) {
        return reply(
                request,
                waiter,
                new dev.paylater.schemas.Refusal(
                        refusal.code(), refusal.message(), refusal.param()),
                null);
    }

    private static Outgoing reply(
            PaymentRequest request,
            Waiter waiter,
            dev.paylater.schemas.@Nullable Refusal refusal,
            @Nullable ByteBuffer document) {
        return new Outgoing(
                Topic.PAYMENT_REPLIES.name(),
                request.partitionKey(),
                waiter.partition(),
                waiter.correlationId() + ":reply",
                context(request),
                new Reply(waiter.correlationId(), refusal, document));
    }

    private static MessageContext context(PaymentRequest request) {
        return request.message().context().causedBy(request.commandId());
    }
}
