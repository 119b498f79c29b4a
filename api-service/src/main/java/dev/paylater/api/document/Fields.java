package dev.paylater.api.document;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonBinaryReader;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.ByteBufNIO;
import org.bson.io.ByteBufferBsonInput;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a stored document, read straight from its BSON. What is absent is null, so readers
 * say for themselves what absence means.
 */
public final class Fields {

    static final Fields NONE = new Fields(Map.of());

    private final Map<String, Object> values;

    private Fields(Map<String, Object> values) {
        this.values = values;
    }

    /** Fields that were not stored. */
    public static Fields of(Map<String, Object> values) {
        return new Fields(values);
    }

    /** The fields without arrays, in nested documents as well. */
    Fields withoutLists() {
        var kept = new LinkedHashMap<String, Object>();
        values.forEach(
                (name, value) -> {
                    if (!(value instanceof List)) {
                        kept.put(
                                name,
                                value instanceof Fields section ? section.withoutLists() : value);
                    }
                });
        return new Fields(kept);
    }

    /** Reads a document, except for the top-level fields that are not wanted. */
    public static Fields read(ByteBuffer bson, Set<String> unwanted) {
        try (var input = new ByteBufferBsonInput(new ByteBufNIO(littleEndian(bson)));
                var reader = new BsonBinaryReader(input)) {
            return readDocument(reader, unwanted);
        }
    }

    private static ByteBuffer littleEndian(ByteBuffer bson) {
        return bson.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static Fields readDocument(BsonReader reader, Set<String> unwanted) {
        var values = new LinkedHashMap<String, Object>();
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            var name = reader.readName();
            var value = unwanted.contains(name) ? skip(reader) : readValue(reader);
            if (value != null) {
                values.put(name, value);
            }
        }
        reader.readEndDocument();
        return new Fields(values);
    }

    private static @Nullable Object skip(BsonReader reader) {
        reader.skipValue();
        return null;
    }

    private static @Nullable Object readValue(BsonReader reader) {
        return switch (reader.getCurrentBsonType()) {
            case DOCUMENT -> readDocument(reader, Set.of());
            case ARRAY -> readArray(reader);
            case STRING -> reader.readString();
            case INT32 -> (long) reader.readInt32();
            case INT64 -> reader.readInt64();
            case DOUBLE -> reader.readDouble();
            case BOOLEAN -> reader.readBoolean();
            case DATE_TIME -> Instant.ofEpochMilli(reader.readDateTime());
            default -> skip(reader);
        };
    }

    private static List<Object> readArray(BsonReader reader) {
        var items = new ArrayList<Object>();
        reader.readStartArray();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            var item = readValue(reader);
            if (item != null) {
                items.add(item);
            }
        }
        reader.readEndArray();
        return items;
    }

    public @Nullable String text(String name) {
        return (String) values.get(name);
    }

    /** A text that every document of this kind has. */
    public String requiredText(String name) {
        return required(text(name), name);
    }

    public @Nullable Long number(String name) {
        return (Long) values.get(name);
    }

    public long numberOr(String name, long absent) {
        var number = number(name);
        return number == null ? absent : number;
    }

    public @Nullable Boolean flag(String name) {
        return (Boolean) values.get(name);
    }

    public boolean isSet(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    public @Nullable Instant time(String name) {
        return (Instant) values.get(name);
    }

    /** The fields of a nested document; none when it is absent. */
    public Fields section(String name) {
        return values.get(name) instanceof Fields section ? section : NONE;
    }

    /** The documents of an array; none when it is absent. */
    public List<Fields> sections(String name) {
        return values.get(name) instanceof List<?> items
                ? items.stream().map(Fields.class::cast).toList()
                : List.of();
    }

    public List<String> texts(String name) {
        return values.get(name) instanceof List<?> items
                ? items.stream().map(String.class::cast).toList()
                : List.of();
    }

    public Set<String> names() {
        return values.keySet();
    }

    /** The value itself, for what is shown as it is stored. */
    public @Nullable Object value(String name) {
        return values.get(name);
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    private static <T> T required(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalStateException("A stored document lacks " + name);
        }
        return value;
    }
}
