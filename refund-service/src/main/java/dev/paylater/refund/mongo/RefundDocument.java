package dev.paylater.refund.mongo;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.DocumentCodec;
import dev.paylater.kit.bson.RecordCodec;
import dev.paylater.provider.ProviderError;
import dev.paylater.refund.core.Part;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.core.RefundEvolution;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The BSON form of a refund, as docs/makers/data-model.md describes it. Only the journal is ever
 * read back by this service's writer; all the rest follows from it and is there for readers and
 * indexes.
 */
public final class RefundDocument extends DocumentCodec<Refund, RefundEvent> {

    public static final RefundDocument CODEC = new RefundDocument();

    /** See docs/operators/upgrades.md. */
    private static final int SCHEMA = 1;

    private static final Set<String> FACTS =
            Set.of(
                    "_id",
                    DUE,
                    "merchant_id",
                    "payment_id",
                    "refund_id",
                    "profile_id",
                    "status",
                    "amount",
                    "requested_amount",
                    "currency",
                    "reason",
                    "details",
                    "connector",
                    "merchant_connector_id",
                    "created_at",
                    "updated_at",
                    "error",
                    "parts");
    private static final RecordCodec<ProviderError> ERROR = RecordCodec.of(ProviderError.class);

    private RefundDocument() {
        super(RefundEvent.class, SCHEMA);
    }

    /** As replies carry it. */
    public static ByteBuffer reply(Refund refund) {
        return write(document -> writeView(document, refund)).getByteBuffer().asNIO();
    }

    @Override
    protected void writeView(BsonWriter document, Stored<Refund, RefundEvent> stored) {
        writeView(document, stored.state());
    }

    private static void writeView(BsonWriter document, Refund refund) {
        var order = refund.order();
        document.writeString("_id", order.key());
        refund.due().ifPresent(due -> document.writeDateTime(DUE, due.toEpochMilli()));
        document.writeString("merchant_id", order.merchantId());
        document.writeString("payment_id", order.paymentId());
        document.writeString("refund_id", order.refundId());
        document.writeString("profile_id", order.profileId());
        document.writeString("status", refund.status().name().toLowerCase(Locale.ROOT));
        document.writeInt64("amount", refund.amount());
        document.writeInt64("requested_amount", order.amount());
        document.writeString("currency", order.currency());
        writeIfThere(document, "reason", refund.reason());
        writeTexts(document, "details", refund.details());
        document.writeString("connector", order.connector());
        document.writeString("merchant_connector_id", order.merchantConnectorId());
        document.writeDateTime("created_at", refund.createdAt().toEpochMilli());
        document.writeDateTime("updated_at", refund.updatedAt().toEpochMilli());
        var error = refund.error();
        if (error != null) {
            document.writeName("error");
            ERROR.write(document, error);
        }
        document.writeStartArray("parts");
        refund.parts().forEach(part -> writePart(document, part));
        document.writeEndArray();
    }

    private static void writePart(BsonWriter document, Part part) {
        document.writeStartDocument();
        document.writeString("operation_id", part.operationId());
        writeIfThere(document, "capture_id", part.allocation().captureId());
        writeIfThere(document, "connector_capture_id", part.allocation().connectorCaptureId());
        document.writeInt64("amount", part.allocation().amount());
        document.writeInt64("refunded", part.refunded());
        document.writeString("status", part.status());
        writeIfThere(document, "connector_refund_id", part.connectorRefundId());
        if (part.contradicted()) {
            document.writeBoolean("contradicted", true);
        }
        part.nextInquiryAt()
                .ifPresent(next -> document.writeDateTime("next_inquiry_at", next.toEpochMilli()));
        if (part.isOpen()) {
            var inquiry = part.inquiry();
            document.writeInt32("inquiries", inquiry.inquiries());
            document.writeBoolean("retried", inquiry.retried());
            document.writeBoolean("account_refused", inquiry.accountRefused());
        }
        document.writeEndDocument();
    }

    private static void writeIfThere(BsonWriter document, String name, @Nullable String value) {
        if (value != null) {
            document.writeString(name, value);
        }
    }

    private static void writeTexts(BsonWriter document, String name, Map<String, String> texts) {
        if (!texts.isEmpty()) {
            document.writeStartDocument(name);
            texts.forEach(document::writeString);
            document.writeEndDocument();
        }
    }

    @Override
    protected Set<String> viewFields() {
        return FACTS;
    }

    @Override
    protected Refund fold(List<Entry<RefundEvent>> journal) {
        Refund refund = null;
        for (var entry : journal) {
            refund = RefundEvolution.evolve(refund, entry.event(), entry.at());
        }
        return Objects.requireNonNull(refund, "Nothing happened yet");
    }

    @Override
    protected List<String> partitionKeyFields() {
        return List.of("merchant_id", "payment_id");
    }

    @Override
    protected String partitionKey(RawBsonDocument document) {
        return Topic.key(
                document.getString("merchant_id").getValue(),
                document.getString("payment_id").getValue());
    }
}
