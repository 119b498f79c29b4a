package dev.paylater.orchestrator.mongo;

import dev.paylater.kit.bson.RecordCodec;
import dev.paylater.orchestrator.journal.JournalEntry;
import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.journal.Waiter;
import dev.paylater.orchestrator.payment.Payment;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.ByteBufNIO;
import org.bson.RawBsonDocument;
import org.bson.io.BasicOutputBuffer;
import org.bson.io.ByteBufferBsonInput;

/** The BSON form of a stored payment, as docs/data-model.md describes it. */
public final class PaymentDocument {

    static final String VERSION = "version";
    static final String WRITER = "writer";
    static final String DUE = "due";

    private static final String TAKEN_BYTES = "taken_bytes";

    private static final int TYPICAL_BYTES = 4096;
    private static final RecordCodec<Payment> PAYMENT = RecordCodec.of(Payment.class);
    private static final RecordCodec<JournalEntry> ENTRY = RecordCodec.of(JournalEntry.class);
    private static final RecordCodec<Waiter> WAITER = RecordCodec.of(Waiter.class);

    private PaymentDocument() {}

    /**
     * What is stored.
     *
     * @param writer tells this write from every other one
     */
    static RawBsonDocument whole(StoredPayment stored, String writer) {
        return write(
                document -> {
                    writeHead(document, stored);
                    document.writeInt64(VERSION, stored.version());
                    document.writeString(WRITER, writer);
                    document.writeInt64(TAKEN_BYTES, stored.taken());
                    document.writeStartArray("waiters");
                    stored.waiters().forEach(waiter -> WAITER.write(document, waiter));
                    document.writeEndArray();
                    document.writeStartArray("journal");
                    stored.journal().forEach(entry -> ENTRY.write(document, entry));
                    document.writeEndArray();
                });
    }

    /** What a reply carries: all but the journal, the waiters and who wrote it. */
    public static RawBsonDocument head(StoredPayment stored) {
        return write(document -> writeHead(document, stored));
    }

    private static RawBsonDocument write(java.util.function.Consumer<BsonWriter> content) {
        var buffer = new BasicOutputBuffer(TYPICAL_BYTES);
        try (var writer = new BsonBinaryWriter(buffer)) {
            writer.writeStartDocument();
            content.accept(writer);
            writer.writeEndDocument();
            return new RawBsonDocument(buffer.getInternalBuffer(), 0, buffer.getPosition());
        }
    }

    private static void writeHead(BsonWriter document, StoredPayment stored) {
        var payment = stored.payment();
        document.writeString("_id", stored.id());
        payment.due().ifPresent(due -> document.writeDateTime(DUE, due.toEpochMilli()));
        document.writeString("status", payment.status().word());
        document.writeInt64("net_amount", payment.intent().netAmount());
        document.writeInt64("amount_capturable", payment.amountCapturable());
        document.writeInt64("amount_received", payment.amountReceived());
        document.writeInt64("amount_cancelled", payment.amountCancelled());
        document.writeInt64("amount_refunded", payment.amountRefunded());
        document.writeInt64("sequence", stored.journal().size());
        document.writeName("payment");
        PAYMENT.write(document, payment);
    }

    static StoredPayment read(RawBsonDocument raw) {
        var input = new ByteBufferBsonInput(new ByteBufNIO(raw.getByteBuffer().asNIO()));
        try (var reader = new BsonBinaryReader(input)) {
            return read(reader);
        }
    }

    private static StoredPayment read(BsonReader reader) {
        String id = null;
        var version = 0L;
        var taken = 0L;
        Payment payment = null;
        List<JournalEntry> journal = List.of();
        List<Waiter> waiters = List.of();
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "_id" -> id = reader.readString();
                case VERSION -> version = reader.readInt64();
                case TAKEN_BYTES -> taken = reader.readInt64();
                case "payment" -> payment = PAYMENT.read(reader);
                case "journal" -> journal = readAll(reader, ENTRY);
                case "waiters" -> waiters = readAll(reader, WAITER);
                default -> reader.skipValue();
            }
        }
        reader.readEndDocument();
        if (id == null || payment == null) {
            throw new IllegalStateException("Not a payment document: " + id);
        }
        return new StoredPayment(id, version, payment, journal, waiters, taken);
    }

    private static <T> List<T> readAll(BsonReader reader, RecordCodec<T> codec) {
        var items = new ArrayList<T>();
        reader.readStartArray();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            items.add(codec.read(reader));
        }
        reader.readEndArray();
        return List.copyOf(items);
    }
}
