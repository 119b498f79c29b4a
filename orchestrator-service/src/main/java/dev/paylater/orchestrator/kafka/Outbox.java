package dev.paylater.orchestrator.kafka;

import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.mongo.PaymentDocument;
import dev.paylater.orchestrator.payment.PaymentReaction;
import dev.paylater.orchestrator.payment.Refusal;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * What has to be sent because of events. Ids of messages are made from the payment and the number
 * of the event, so that sending again after a crash sends the same messages.
 */
final class Outbox {

    private Outbox() {}

    /** All that the steps which a command led to call for. */
    static List<Outgoing> messagesFor(
            StoredPayment stored, List<StoredPayment.Step> steps, Command command) {
        var context = command.message().context().causedBy(command.id());
        var messages = new ArrayList<Outgoing>();
        for (var step : steps) {
            var eventId = stored.id() + "#" + step.entry().sequence();
            messages.add(
                    message(
                            Topic.PAYMENT_EVENTS.name(),
                            stored,
                            eventId,
                            context,
                            Snapshots.event(eventId, step.entry(), step.after())));
            var index = 0;
            for (var effect : PaymentReaction.react(step.entry().event(), step.after())) {
                index++;
                var request = Requests.of(effect, step.after(), step.entry().at(), command);
                messages.add(
                        message(
                                request.topic(),
                                stored,
                                eventId + "." + index,
                                context,
                                request.message()));
            }
        }
        return messages;
    }

    private static Outgoing message(
            String topic,
            StoredPayment stored,
            String messageId,
            MessageContext context,
            SpecificRecord value) {
        return Outgoing.of(topic, stored.id(), messageId, context, value);
    }

    static Outgoing reply(
            String key,
            int partition,
            String correlationId,
            MessageContext context,
            @Nullable Refusal refusal,
            @Nullable StoredPayment stored) {
        var document = stored == null ? null : PaymentDocument.head(stored).getByteBuffer().asNIO();
        return new Outgoing(
                Topic.PAYMENT_REPLIES.name(),
                key,
                partition,
                correlationId + ":reply",
                context,
                new Reply(
                        correlationId,
                        refusal == null
                                ? null
                                : new dev.paylater.schemas.Refusal(
                                        refusal.code(), refusal.message(), refusal.param()),
                        document));
    }
}
