package dev.paylater.orchestrator.mongo;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.DocumentCodec;
import dev.paylater.kit.bson.RecordCodec;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentState.Cancelled;
import dev.paylater.orchestrator.payment.PaymentState.Failed;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** The BSON form of a stored payment, as docs/makers/data-model.md describes it. */
public final class PaymentDocument extends DocumentCodec<Payment, PaymentEvent> {

    public static final PaymentDocument CODEC = new PaymentDocument();

    static final String STATUS = "status";
    static final String CONNECTOR = "connector";
    static final String GIVEN_MANDATE = "given_mandate_id";

    /** See docs/operators/upgrades.md. */
    private static final int SCHEMA = 1;

    private static final String PAYMENT = "payment";
    private static final Set<String> FACTS =
            Set.of(
                    "_id",
                    DUE,
                    STATUS,
                    CONNECTOR,
                    "cancellation_reason",
                    "retry_until",
                    "attempt_statuses",
                    "net_amount",
                    "amount_capturable",
                    "amount_received",
                    "amount_cancelled",
                    "amount_refunded",
                    GIVEN_MANDATE,
                    "sequence",
                    PAYMENT);
    private static final RecordCodec<Payment> PAYMENTS = RecordCodec.of(Payment.class);

    private PaymentDocument() {
        super(PaymentEvent.class, SCHEMA);
    }

    /** As replies carry it. */
    public static ByteBuffer reply(Stored<Payment, PaymentEvent> stored) {
        return CODEC.view(stored).getByteBuffer().asNIO();
    }

    @Override
    protected void writeView(BsonWriter document, Stored<Payment, PaymentEvent> stored) {
        var payment = stored.state();
        document.writeString("_id", stored.id());
        payment.due().ifPresent(due -> document.writeDateTime(DUE, due.toEpochMilli()));
        derived(document, payment);
        document.writeInt64("sequence", stored.journal().getLast().sequence());
        document.writeName(PAYMENT);
        PAYMENTS.write(document, payment);
    }

    /** What readers would otherwise have to work out themselves. */
    private static void derived(BsonWriter document, Payment payment) {
        var state = payment.state();
        document.writeString(STATUS, state.status().wireName());
        if (!payment.attempts().isEmpty()) {
            document.writeString(CONNECTOR, payment.attempts().getLast().connector());
        }
        if (state instanceof Cancelled(var reason) && reason != null) {
            document.writeString("cancellation_reason", reason);
        }
        if (state instanceof Failed(_, var retryUntil) && retryUntil != null) {
            document.writeDateTime("retry_until", retryUntil.toEpochMilli());
        }
        payment.findMandateAttempt()
                .map(Attempt::mandateId)
                .ifPresent(id -> document.writeString(GIVEN_MANDATE, id));
        document.writeStartArray("attempt_statuses");
        for (var attempt : payment.attempts()) {
            document.writeString(payment.status(attempt).wireName());
        }
        document.writeEndArray();
        document.writeInt64("net_amount", payment.intent().netAmount());
        document.writeInt64("amount_capturable", payment.amountCapturable());
        document.writeInt64("amount_received", payment.amountReceived());
        document.writeInt64("amount_cancelled", payment.amountCancelled());
        document.writeInt64("amount_refunded", payment.amountRefunded());
    }

    @Override
    protected Set<String> viewFields() {
        return FACTS;
    }

    @Override
    protected void keepUnknownState(BsonDocument before, BsonDocument after) {
        PAYMENTS.keepUnknown(before.getDocument(PAYMENT), after.getDocument(PAYMENT));
    }

    @Override
    protected @Nullable Payment readState(String name, BsonReader reader) {
        return name.equals(PAYMENT) ? PAYMENTS.read(reader) : super.readState(name, reader);
    }

    @Override
    protected boolean mayBeArchived(Payment payment) {
        return payment.isAtRest();
    }

    @Override
    protected Payment fold(List<Entry<PaymentEvent>> journal) {
        throw new IllegalStateException("A payment's document keeps its state");
    }

    @Override
    protected List<String> partitionKeyFields() {
        return List.of();
    }

    @Override
    protected String partitionKey(RawBsonDocument document) {
        return document.getString("_id").getValue();
    }
}
