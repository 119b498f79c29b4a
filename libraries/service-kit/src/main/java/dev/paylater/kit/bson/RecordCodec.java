package dev.paylater.kit.bson;

import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;

/**
 * Writes a record as a BSON document and reads it back: components become snake_case fields, enums
 * their lower-case names, sealed interfaces {@code {t: name, d: fields}}. Absent values and empty
 * collections are left out, which keeps the documents small and lets a field be added later. A
 * record of a list is found again by its first component.
 */
public final class RecordCodec<T> {

    private final ValueCodec codec;
    private final Class<T> type;

    private RecordCodec(Class<T> type) {
        this.type = type;
        this.codec = ValueCodecs.of(type);
    }

    /** A codec for a record or a sealed interface of records; make it once and keep it. */
    public static <T> RecordCodec<T> of(Class<T> type) {
        return new RecordCodec<>(type);
    }

    public void write(BsonWriter writer, T value) {
        codec.write(writer, value);
    }

    public T read(BsonReader reader) {
        return type.cast(codec.read(reader));
    }

    /** Puts into the document what the one before holds and this version does not know. */
    public void keepUnknown(BsonDocument before, BsonDocument after) {
        codec.keepUnknown(before, after);
    }

    public RawBsonDocument toDocument(T value) {
        var buffer = new BsonBuffer(1024);
        try (var writer = new BsonBinaryWriter(buffer)) {
            codec.write(writer, value);
            return buffer.document();
        }
    }

    public T fromDocument(RawBsonDocument document) {
        try (var reader = new DocumentReader(document)) {
            return read(reader);
        }
    }
}
