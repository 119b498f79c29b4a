package dev.paylater.kernel.store;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.Waiter;
import dev.paylater.kit.bson.RecordCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
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
 * The BSON form of a stored thing. The kernel writes what every document has; the domain adds what
 * it wants readers and indexes to see, and reads its state back from that or from the journal.
 */
public abstract class DocumentForm<S, E> {

    static final String ID = "_id";
    static final String VERSION = "version";
    static final String WRITER = "writer";
    public static final String DUE = "due";
    public static final String JOURNAL = "journal";

    private static final String TAKEN_BYTES = "taken_bytes";
    private static final String WAITERS = "waiters";
    private static final int TYPICAL_BYTES = 4096;
    private static final RecordCodec<Waiter> WAITER = RecordCodec.of(Waiter.class);

    private final RecordCodec<E> events;

    protected DocumentForm(Class<E> events) {
        this.events = RecordCodec.of(events);
    }

    /** What replies carry and readers of the collection see; starts with the id. */
    protected abstract void writeFacts(BsonWriter document, Stored<S, E> stored);

    /** Reads a field that {@link #writeFacts} wrote, if the state is kept there. */
    protected @Nullable S readState(String name, BsonReader reader) {
        reader.skipValue();
        return null;
    }

    /** The state that the journal leads to, for a document that does not keep it. */
    protected abstract S fold(List<Entry<E>> journal);

    /** The fields that {@link #orderKey} needs. */
    protected abstract List<String> orderKeyFields();

    /** The key under which the document's commands travel. */
    protected abstract String orderKey(RawBsonDocument document);

    /**
     * All that is stored.
     *
     * @param writer tells this write from every other one
     */
    final RawBsonDocument whole(Stored<S, E> stored, String writer) {
        return write(
                document -> {
                    writeFacts(document, stored);
                    document.writeInt64(VERSION, stored.version());
                    document.writeString(WRITER, writer);
                    document.writeInt64(TAKEN_BYTES, stored.taken());
                    document.writeStartArray(WAITERS);
                    stored.waiters().forEach(waiter -> WAITER.write(document, waiter));
                    document.writeEndArray();
                    document.writeStartArray(JOURNAL);
                    stored.journal().forEach(entry -> writeEntry(document, entry));
                    document.writeEndArray();
                });
    }

    /** What a reply carries: all but the journal, the waiters and who wrote it. */
    public final RawBsonDocument facts(Stored<S, E> stored) {
        return write(document -> writeFacts(document, stored));
    }

    /** A document of this content. */
    protected static RawBsonDocument write(Consumer<BsonWriter> content) {
        var buffer = new BasicOutputBuffer(TYPICAL_BYTES);
        try (var writer = new BsonBinaryWriter(buffer)) {
            writer.writeStartDocument();
            content.accept(writer);
            writer.writeEndDocument();
            return new RawBsonDocument(buffer.getInternalBuffer(), 0, buffer.getPosition());
        }
    }

    private void writeEntry(BsonWriter document, Entry<E> entry) {
        document.writeStartDocument();
        document.writeInt64("sequence", entry.sequence());
        document.writeDateTime("at", entry.at().toEpochMilli());
        document.writeString("cause", entry.cause());
        document.writeName("event");
        events.write(document, entry.event());
        document.writeEndDocument();
    }

    public final Stored<S, E> read(RawBsonDocument raw) {
        var input = new ByteBufferBsonInput(new ByteBufNIO(raw.getByteBuffer().asNIO()));
        try (var reader = new BsonBinaryReader(input)) {
            return read(reader);
        }
    }

    private Stored<S, E> read(BsonReader reader) {
        String id = null;
        var version = 0L;
        var taken = 0L;
        S state = null;
        List<Entry<E>> journal = List.of();
        List<Waiter> waiters = List.of();
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            var name = reader.readName();
            switch (name) {
                case ID -> id = reader.readString();
                case VERSION -> version = reader.readInt64();
                case TAKEN_BYTES -> taken = reader.readInt64();
                case JOURNAL -> journal = readAll(reader, this::readEntry);
                case WAITERS -> waiters = readAll(reader, WAITER::read);
                default -> {
                    var read = readState(name, reader);
                    state = read == null ? state : read;
                }
            }
        }
        reader.readEndDocument();
        if (id == null || journal.isEmpty()) {
            throw new IllegalStateException("Not a document with a journal: " + id);
        }
        return new Stored<>(
                id, version, state == null ? fold(journal) : state, journal, waiters, taken);
    }

    private Entry<E> readEntry(BsonReader reader) {
        reader.readStartDocument();
        var sequence = reader.readInt64("sequence");
        var at = java.time.Instant.ofEpochMilli(reader.readDateTime("at"));
        var cause = reader.readString("cause");
        reader.readName("event");
        var event = events.read(reader);
        reader.readEndDocument();
        return new Entry<>(sequence, at, cause, event);
    }

    private static <T> List<T> readAll(BsonReader reader, Function<BsonReader, T> item) {
        var items = new ArrayList<T>();
        reader.readStartArray();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            items.add(item.apply(reader));
        }
        reader.readEndArray();
        return List.copyOf(items);
    }
}
