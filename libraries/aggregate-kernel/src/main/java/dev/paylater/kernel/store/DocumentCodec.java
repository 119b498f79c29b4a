package dev.paylater.kernel.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.RefusedCommand;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.Waiter;
import dev.paylater.kit.bson.BsonBuffer;
import dev.paylater.kit.bson.DocumentReader;
import dev.paylater.kit.bson.RecordCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * The BSON form of a stored thing. The kernel writes what every document has; the domain adds what
 * it wants readers and indexes to see, and reads its state back from that or from the journal.
 */
public abstract class DocumentCodec<S, E> {

    static final String ID = "_id";
    static final String VERSION = "version";
    static final String WRITER = "writer";
    public static final String DUE = "due";
    public static final String JOURNAL = "journal";
    static final String AT_REST_SINCE = "at_rest_since";

    private static final String SCHEMA = "schema";
    private static final String TAKEN_BYTES = "taken_bytes";
    private static final String WAITERS = "waiters";
    private static final String REFUSED = "refused";
    private static final String SEQUENCE = "sequence";
    private static final String EVENT = "event";
    private static final int TYPICAL_BYTES = 8192;
    private static final int MAX_BYTES_OF_VIEWS = 4 * 1024 * 1024;
    private static final Set<String> OWN =
            Set.of(
                    ID,
                    SCHEMA,
                    VERSION,
                    WRITER,
                    TAKEN_BYTES,
                    AT_REST_SINCE,
                    WAITERS,
                    REFUSED,
                    JOURNAL);
    private static final BsonDocumentCodec DOCUMENTS = new BsonDocumentCodec();
    private static final RecordCodec<Waiter> WAITER = RecordCodec.of(Waiter.class);
    private static final RecordCodec<RefusedCommand> REFUSED_COMMAND =
            RecordCodec.of(RefusedCommand.class);

    /** The view of a state at a place of its journal. */
    private record View(long sequence, RawBsonDocument document) {
        /** Of the buffer that it was written into, which is larger than the document. */
        int bytes() {
            return document.getByteBuffer().asNIO().array().length;
        }
    }

    private final RecordCodec<E> events;
    private final int schema;

    /** What a reply carries is stored a moment later: it is written once for both. */
    private final Cache<S, View> replied =
            Caffeine.newBuilder()
                    .weakKeys()
                    .maximumWeight(MAX_BYTES_OF_VIEWS)
                    .<S, View>weigher((_, view) -> view.bytes())
                    .executor(Runnable::run)
                    .build();

    /**
     * A form.
     *
     * @param schema rises when versions before must not touch what this one writes: for a value
     *     that they would misread, not for a field that they may leave alone
     */
    protected DocumentCodec(Class<E> events, int schema) {
        this.events = RecordCodec.of(events);
        this.schema = schema;
    }

    /** What replies carry and readers of the collection see; starts with the id. */
    protected abstract void writeView(BsonWriter document, Stored<S, E> stored);

    /** The names of all that {@link #writeView} may write. */
    protected abstract Set<String> viewFields();

    /** Puts what this version does not know of the state back into it, if the state is kept. */
    protected void keepUnknownState(BsonDocument before, BsonDocument after) {}

    /** Reads a field that {@link #writeView} wrote, if the state is kept there. */
    protected @Nullable S readState(String name, BsonReader reader) {
        reader.skipValue();
        return null;
    }

    /** Whether a document in this state may move to the archive, once it is old enough. */
    protected boolean mayBeArchived(S state) {
        return false;
    }

    /** The time of its last event, where nobody waits and nothing more is expected to happen. */
    final Optional<Instant> atRestSince(Stored<S, E> stored) {
        return stored.waiters().isEmpty() && mayBeArchived(stored.state())
                ? Optional.of(stored.journal().getLast().at())
                : Optional.empty();
    }

    /** The state that the journal leads to, for a document that does not keep it. */
    protected abstract S fold(List<Entry<E>> journal);

    /** The fields that {@link #partitionKey} needs. */
    protected abstract List<String> partitionKeyFields();

    /** The key under which the document's commands travel. */
    protected abstract String partitionKey(RawBsonDocument document);

    /**
     * All that is stored.
     *
     * @param writer tells this write from every other one
     */
    public final RawBsonDocument whole(Stored<S, E> stored, String writer) {
        var document = known(stored, writer);
        if (stored.asRead() == null) {
            return document;
        }
        var after = document.decode(DOCUMENTS);
        keepUnknown(stored.asRead().decode(DOCUMENTS), after);
        return BsonBuffer.encode(after, document.getByteBuffer().remaining());
    }

    private RawBsonDocument known(Stored<S, E> stored, String writer) {
        return write(
                (document, buffer) -> {
                    findReplied(stored)
                            .ifPresentOrElse(
                                    buffer::writeElements, () -> writeView(document, stored));
                    document.writeInt32(SCHEMA, schema);
                    document.writeInt64(VERSION, stored.version());
                    document.writeString(WRITER, writer);
                    document.writeInt64(TAKEN_BYTES, stored.taken());
                    atRestSince(stored)
                            .ifPresent(
                                    since ->
                                            document.writeDateTime(
                                                    AT_REST_SINCE, since.toEpochMilli()));
                    document.writeStartArray(WAITERS);
                    stored.waiters().forEach(waiter -> WAITER.write(document, waiter));
                    document.writeEndArray();
                    if (!stored.refused().isEmpty()) {
                        document.writeStartArray(REFUSED);
                        stored.refused().forEach(one -> REFUSED_COMMAND.write(document, one));
                        document.writeEndArray();
                    }
                    document.writeStartArray(JOURNAL);
                    stored.journal().forEach(entry -> writeEntry(document, entry));
                    document.writeEndArray();
                });
    }

    private void keepUnknown(BsonDocument before, BsonDocument after) {
        before.forEach(
                (name, value) -> {
                    if (!OWN.contains(name) && !viewFields().contains(name)) {
                        after.putIfAbsent(name, value);
                    }
                });
        keepUnknownState(before, after);
        var entries = new HashMap<BsonValue, BsonDocument>();
        before.getArray(JOURNAL)
                .forEach(
                        entry ->
                                entries.put(
                                        entry.asDocument().getInt64(SEQUENCE), entry.asDocument()));
        for (var entry : after.getArray(JOURNAL)) {
            var same = entries.get(entry.asDocument().getInt64(SEQUENCE));
            if (same != null) {
                same.forEach(entry.asDocument()::putIfAbsent);
                events.keepUnknown(same.getDocument(EVENT), entry.asDocument().getDocument(EVENT));
            }
        }
    }

    /** What a reply carries: all but the journal, the waiters and who wrote it. */
    public final RawBsonDocument view(Stored<S, E> stored) {
        return findReplied(stored)
                .orElseGet(
                        () -> {
                            var document = write(content -> writeView(content, stored));
                            replied.put(stored.state(), new View(sequence(stored), document));
                            return document;
                        });
    }

    private Optional<RawBsonDocument> findReplied(Stored<S, E> stored) {
        return Optional.ofNullable(replied.getIfPresent(stored.state()))
                .filter(view -> view.sequence() == sequence(stored))
                .map(View::document);
    }

    private static long sequence(Stored<?, ?> stored) {
        return stored.journal().getLast().sequence();
    }

    /** A document of this content. */
    protected static RawBsonDocument write(Consumer<BsonWriter> content) {
        return write((document, _) -> content.accept(document));
    }

    private static RawBsonDocument write(BiConsumer<BsonWriter, BsonBuffer> content) {
        var buffer = new BsonBuffer(TYPICAL_BYTES);
        try (var writer = new BsonBinaryWriter(buffer)) {
            writer.writeStartDocument();
            content.accept(writer, buffer);
            writer.writeEndDocument();
            return buffer.document();
        }
    }

    private void writeEntry(BsonWriter document, Entry<E> entry) {
        document.writeStartDocument();
        document.writeInt64(SEQUENCE, entry.sequence());
        document.writeDateTime("at", entry.at().toEpochMilli());
        document.writeString("cause", entry.cause());
        document.writeName(EVENT);
        events.write(document, entry.event());
        document.writeEndDocument();
    }

    /**
     * Reads what was stored.
     *
     * @throws UnreadableDocument when it is none that this version understands
     */
    public final Stored<S, E> read(RawBsonDocument raw) {
        try (var reader = new DocumentReader(raw)) {
            var stored = read(reader);
            return reader.hasSkippedUnknown() ? stored.asRead(raw) : stored;
        } catch (RuntimeException e) {
            throw new UnreadableDocument(raw.getString(ID).getValue(), reason(raw, e), e);
        }
    }

    private String reason(RawBsonDocument raw, RuntimeException e) {
        var theirs = raw.getInt32(SCHEMA, new BsonInt32(schema)).getValue();
        return theirs > schema
                ? "it has schema %s, and this version knows %s".formatted(theirs, schema)
                : String.valueOf(e.getMessage());
    }

    private Stored<S, E> read(DocumentReader reader) {
        String id = null;
        var version = 0L;
        var taken = 0L;
        S state = null;
        List<Entry<E>> journal = List.of();
        List<Waiter> waiters = List.of();
        List<RefusedCommand> refused = List.of();
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            var name = reader.readName();
            switch (name) {
                case ID -> id = reader.readString();
                case SCHEMA -> requireKnown(reader.readInt32());
                case VERSION -> version = reader.readInt64();
                case TAKEN_BYTES -> taken = reader.readInt64();
                case JOURNAL -> journal = readAll(reader, this::readEntry);
                case WAITERS -> waiters = readAll(reader, WAITER::read);
                case REFUSED -> refused = readAll(reader, REFUSED_COMMAND::read);
                case WRITER, AT_REST_SINCE -> reader.skipValue();
                default -> {
                    if (viewFields().contains(name)) {
                        var read = readState(name, reader);
                        state = read == null ? state : read;
                    } else {
                        reader.skipUnknown();
                    }
                }
            }
        }
        reader.readEndDocument();
        if (id == null || journal.isEmpty()) {
            throw new IllegalStateException("Not a document with a journal: " + id);
        }
        return new Stored<>(
                id,
                version,
                state == null ? fold(journal) : state,
                journal,
                waiters,
                taken,
                refused,
                null);
    }

    private void requireKnown(int theirs) {
        if (theirs > schema) {
            throw new IllegalStateException("A newer schema");
        }
    }

    private Entry<E> readEntry(DocumentReader reader) {
        reader.readStartDocument();
        var sequence = reader.readInt64(SEQUENCE);
        var at = Instant.ofEpochMilli(reader.readDateTime("at"));
        var cause = reader.readString("cause");
        reader.readName(EVENT);
        var event = events.read(reader);
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            reader.readName();
            reader.skipUnknown();
        }
        reader.readEndDocument();
        return new Entry<>(sequence, at, cause, event);
    }

    private static <T> List<T> readAll(DocumentReader reader, Function<DocumentReader, T> item) {
        var items = new ArrayList<T>();
        reader.readStartArray();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            items.add(item.apply(reader));
        }
        reader.readEndArray();
        return List.copyOf(items);
    }
}
