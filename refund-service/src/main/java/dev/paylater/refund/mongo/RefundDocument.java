package dev.paylater.refund.mongo;

import dev.paylater.kit.bson.RecordCodec;
import dev.paylater.refund.core.ConnectorError;
import dev.paylater.refund.core.Journal;
import dev.paylater.refund.core.Part;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.ByteBufNIO;
import org.bson.RawBsonDocument;
import org.bson.io.BasicOutputBuffer;
import org.bson.io.ByteBufferBsonInput;
import org.jspecify.annotations.Nullable;

/**
 * The BSON form of a refund, as docs/data-model.md describes it. Only the journal is ever read back
 * by this service's writer; all the rest follows from it and is there for readers and indexes.
 */
public final class RefundDocument {

    static final String VERSION = "version";
    static final String WRITER = "writer";
    static final String DUE = "due";
    static final String JOURNAL = "journal";

    private static final int TYPICAL_BYTES = 4096;
    private static final RecordCodec<Journal.Entry> ENTRY = RecordCodec.of(Journal.Entry.class);
    private static final RecordCodec<Waiter> WAITER = RecordCodec.of(Waiter.class);
    private static final RecordCodec<ConnectorError> ERROR = RecordCodec.of(ConnectorError.class);

    private RefundDocument() {}

    /**
     * What is stored.
     *
     * @param writer tells this write from every other one
     */
    static RawBsonDocument whole(StoredRefund stored, String writer) {
        var refund = Objects.requireNonNull(stored.journal().refund(), "Nothing happened yet");
        return write(
                document -> {
                    document.writeString("_id", stored.id());
                    document.writeInt64(VERSION, stored.version());
                    document.writeString(WRITER, writer);
                    refund.due().ifPresent(due -> document.writeDateTime(DUE, due.toEpochMilli()));
                    writeFacts(document, refund);
                    // Whoever finds a refund here and waits for it sees whether it is answered.
                    document.writeStartArray("waiters");
                    refund.waiters().forEach(waiter -> WAITER.write(document, waiter));
                    document.writeEndArray();
                    document.writeStartArray(JOURNAL);
                    stored.journal().entries().forEach(entry -> ENTRY.write(document, entry));
                    document.writeEndArray();
                });
    }

    /** What a reply carries and what readers of the collection look at: all but the journal. */
    public static RawBsonDocument facts(Refund refund) {
        return write(
                document -> {
                    document.writeString("_id", refund.order().key());
                    writeFacts(document, refund);
                });
    }

    private static RawBsonDocument write(Consumer<BsonWriter> content) {
        var buffer = new BasicOutputBuffer(TYPICAL_BYTES);
        try (var writer = new BsonBinaryWriter(buffer)) {
            writer.writeStartDocument();
            content.accept(writer);
            writer.writeEndDocument();
            return new RawBsonDocument(buffer.getInternalBuffer(), 0, buffer.getPosition());
        }
    }

    private static void writeFacts(BsonWriter document, Refund refund) {
        var order = refund.order();
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
        writeIfThere(document, "capture_id", part.portion().captureId());
        writeIfThere(document, "connector_capture_id", part.portion().connectorCaptureId());
        document.writeInt64("amount", part.portion().amount());
        document.writeInt64("refunded", part.refunded());
        document.writeString("status", part.status());
        writeIfThere(document, "connector_refund_id", part.connectorRefundId());
        if (part.isOpen()) {
            var inquiry = part.inquiry();
            document.writeDateTime("next_ask_at", inquiry.nextAskAt().toEpochMilli());
            document.writeInt32("asks", inquiry.asks());
            document.writeBoolean("repeated", inquiry.repeated());
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

    static StoredRefund read(RawBsonDocument raw) {
        var input = new ByteBufferBsonInput(new ByteBufNIO(raw.getByteBuffer().asNIO()));
        try (var reader = new BsonBinaryReader(input)) {
            return read(reader);
        }
    }

    private static StoredRefund read(BsonReader reader) {
        String id = null;
        var version = 0L;
        Journal journal = null;
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "_id" -> id = reader.readString();
                case VERSION -> version = reader.readInt64();
                case JOURNAL -> journal = readJournal(reader);
                default -> reader.skipValue();
            }
        }
        reader.readEndDocument();
        if (id == null || journal == null) {
            throw new IllegalStateException("Not a refund document: " + id);
        }
        return new StoredRefund(id, version, journal);
    }

    private static Journal readJournal(BsonReader reader) {
        var entries = new ArrayList<Journal.Entry>();
        reader.readStartArray();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            entries.add(ENTRY.read(reader));
        }
        reader.readEndArray();
        return new Journal(List.copyOf(entries));
    }
}
