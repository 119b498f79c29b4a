package dev.paylater.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.kernel.Stored;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.orchestrator.mongo.PaymentDocument;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.core.RefundEvolution;
import dev.paylater.refund.mongo.RefundDocument;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.bson.RawBsonDocument;

/** Compares what merchants were answered with what has happened. */
final class AnswerCheck {

    /** Of a payment at one time; what is inquired meanwhile may leave the journal. */
    private static final List<String> ANSWERED =
            List.of(
                    "_id",
                    "status",
                    "amount_capturable",
                    "amount_received",
                    "amount_cancelled",
                    "amount_refunded");

    private static final List<String> OF_REFUND =
            List.of("_id", "payment_id", "status", "amount", "requested_amount", "currency");

    private final WatchedStore<Payment, PaymentEvent> payments;
    private final WatchedStore<Refund, RefundEvent> refunds;
    private final MemoryLog log;
    private final AvroCodec codec;

    AnswerCheck(
            WatchedStore<Payment, PaymentEvent> payments,
            WatchedStore<Refund, RefundEvent> refunds,
            MemoryLog log,
            AvroCodec codec) {
        this.payments = payments;
        this.refunds = refunds;
        this.log = log;
        this.codec = codec;
    }

    /** Every answer is about the payment that was asked about, and was true at some time. */
    void check() {
        var asked = asked();
        for (var record : log.all(Topic.PAYMENT_REPLIES.name())) {
            var reply = (Reply) codec.decode(record.value());
            if (reply.getDocument() == null) {
                continue;
            }
            var answered = document(reply.getDocument());
            var isOfRefund = answered.containsKey("refund_id");
            var id =
                    isOfRefund
                            ? Topic.key(
                                    RandomMerchant.ID, answered.getString("payment_id").getValue())
                            : answered.getString("_id").getValue();
            Violation.unless(
                    id.equals(asked.get(reply.getCorrelationId())),
                    "%s was answered with %s",
                    reply.getCorrelationId(),
                    id);
            if (isOfRefund) {
                refund(reply.getCorrelationId(), answered);
                continue;
            }
            var sequence = answered.getInt64("sequence").getValue();
            var stored = payments.get(id);
            if (stored == null) {
                throw new Violation(id + " was in an answer, and is not there");
            }
            var then = document(PaymentDocument.reply(until(sequence, stored)));
            for (var name : ANSWERED) {
                var was = String.valueOf(then.get(name));
                Violation.unless(
                        was.equals(String.valueOf(answered.get(name))),
                        "%s of %s was answered otherwise after event %d, and was %s",
                        name,
                        id,
                        sequence,
                        was);
            }
        }
    }

    /** A refund was so after one of its events; an answer does not say after which. */
    private void refund(String correlationId, RawBsonDocument answered) {
        var id = answered.getString("_id").getValue();
        var stored = refunds.get(id);
        if (stored == null) {
            throw new Violation(id + " was in an answer, and is not there");
        }
        Refund refund = null;
        for (var entry : stored.journal()) {
            refund = RefundEvolution.evolve(refund, entry.event(), entry.at());
            var then = document(RefundDocument.reply(refund));
            if (OF_REFUND.stream()
                    .allMatch(name -> Objects.equals(then.get(name), answered.get(name)))) {
                return;
            }
        }
        throw new Violation(
                "%s was answered with %s of %s, as it never was"
                        .formatted(correlationId, answered.getString("status").getValue(), id));
    }

    /** By correlation id, the key that was asked about. */
    private Map<String, String> asked() {
        var asked = new HashMap<String, String>();
        for (var command : commands()) {
            var id = command.headers().lastHeader(MessageHeaders.MESSAGE_ID).value();
            asked.put(
                    RandomMerchant.correlationId(new String(id, UTF_8)),
                    new String(command.key(), UTF_8));
        }
        return asked;
    }

    private List<ConsumerRecord<byte[], byte[]>> commands() {
        return Stream.of(Topic.PAYMENT_COMMANDS, Topic.REFUND_COMMANDS)
                .flatMap(topic -> log.all(topic.name()).stream())
                .toList();
    }

    private static Stored<Payment, PaymentEvent> until(
            long sequence, Stored<Payment, PaymentEvent> stored) {
        var journal =
                stored.journal().stream().filter(entry -> entry.sequence() <= sequence).toList();
        return new Stored<>(
                stored.id(),
                stored.version(),
                PaymentPromises.fold(journal),
                journal,
                List.of(),
                stored.taken());
    }

    private static RawBsonDocument document(ByteBuffer bytes) {
        var copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return new RawBsonDocument(copy);
    }
}
