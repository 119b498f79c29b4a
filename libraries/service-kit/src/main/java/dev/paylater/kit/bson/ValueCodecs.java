package dev.paylater.kit.bson;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.jspecify.annotations.Nullable;

/** Finds the codec of a Java type; built once per type. */
final class ValueCodecs {

    private static final Map<Type, ValueCodec> CODECS = new ConcurrentHashMap<>();

    private ValueCodecs() {}

    static ValueCodec of(Type type) {
        var known = CODECS.get(type);
        if (known != null) {
            return known;
        }
        var codec = build(type);
        CODECS.put(type, codec);
        return codec;
    }

    private static ValueCodec build(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return ofCollection(parameterized);
        }
        var raw = (Class<?>) type;
        if (raw == String.class) {
            return new Scalar<String>(BsonWriter::writeString, BsonReader::readString, null);
        } else if (raw == long.class || raw == Long.class) {
            return new Scalar<Long>(
                    BsonWriter::writeInt64, BsonReader::readInt64, raw.isPrimitive() ? 0L : null);
        } else if (raw == int.class || raw == Integer.class) {
            return new Scalar<Integer>(
                    BsonWriter::writeInt32, BsonReader::readInt32, raw.isPrimitive() ? 0 : null);
        } else if (raw == boolean.class || raw == Boolean.class) {
            return new Scalar<Boolean>(
                    BsonWriter::writeBoolean,
                    BsonReader::readBoolean,
                    raw.isPrimitive() ? Boolean.FALSE : null);
        } else if (raw == Instant.class) {
            return new Scalar<Instant>(
                    (writer, instant) -> writer.writeDateTime(instant.toEpochMilli()),
                    reader -> Instant.ofEpochMilli(reader.readDateTime()),
                    null);
        } else if (raw.isEnum()) {
            return ofEnum(raw);
        } else if (raw.isRecord()) {
            return new RecordFields(raw);
        } else if (raw.isSealed()) {
            return new SealedChoice(raw);
        }
        throw new IllegalArgumentException("No BSON form for " + type);
    }

    private static ValueCodec ofEnum(Class<?> type) {
        var byName = new LinkedHashMap<String, Enum<?>>();
        for (var constant : type.getEnumConstants()) {
            var value = (Enum<?>) constant;
            byName.put(value.name().toLowerCase(Locale.ROOT), value);
        }
        var names = new LinkedHashMap<Enum<?>, String>();
        byName.forEach((name, value) -> names.put(value, name));
        return new Scalar<Enum<?>>(
                (writer, value) -> writer.writeString(names.get(value)),
                reader -> {
                    var name = reader.readString();
                    var value = byName.get(name);
                    if (value == null) {
                        throw new IllegalArgumentException(
                                type.getSimpleName() + " has no value " + name);
                    }
                    return value;
                },
                null);
    }

    private static ValueCodec ofCollection(ParameterizedType type) {
        var arguments = type.getActualTypeArguments();
        if (type.getRawType() == List.class) {
            return new Elements(of(arguments[0]));
        } else if (type.getRawType() == Map.class && arguments[0] == String.class) {
            return new Entries(of(arguments[1]));
        }
        throw new IllegalArgumentException("No BSON form for " + type);
    }

    private record Scalar<T>(
            BiConsumer<BsonWriter, T> writing,
            Function<BsonReader, T> reading,
            @Nullable T whenMissing)
            implements ValueCodec {

        @Override
        @SuppressWarnings("unchecked") // the codec was chosen by the component's declared type
        public void write(BsonWriter writer, Object value) {
            writing.accept(writer, (T) value);
        }

        @Override
        public Object read(BsonReader reader) {
            return reading.apply(reader);
        }

        @Override
        public @Nullable Object missing() {
            return whenMissing;
        }
    }

    private record Elements(ValueCodec element) implements ValueCodec {

        @Override
        public void write(BsonWriter writer, Object value) {
            writer.writeStartArray();
            for (var item : (List<?>) value) {
                element.write(writer, item);
            }
            writer.writeEndArray();
        }

        @Override
        public Object read(BsonReader reader) {
            var items = new ArrayList<>();
            reader.readStartArray();
            while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                items.add(element.read(reader));
            }
            reader.readEndArray();
            return Collections.unmodifiableList(items);
        }

        /** Of those that are still there. */
        @Override
        public void keepUnknown(BsonValue before, BsonValue after) {
            var identity = element.identity();
            if (identity == null) {
                return;
            }
            var known = new HashMap<BsonValue, BsonValue>();
            before.asArray().forEach(item -> known.put(item.asDocument().get(identity), item));
            for (var item : after.asArray()) {
                var same = known.get(item.asDocument().get(identity));
                if (same != null) {
                    element.keepUnknown(same, item);
                }
            }
        }

        @Override
        public boolean isBlank(Object value) {
            return ((List<?>) value).isEmpty();
        }

        @Override
        public Object missing() {
            return List.of();
        }
    }

    private record Entries(ValueCodec element) implements ValueCodec {

        @Override
        public void write(BsonWriter writer, Object value) {
            writer.writeStartDocument();
            ((Map<?, ?>) value)
                    .forEach(
                            (name, item) -> {
                                writer.writeName((String) name);
                                element.write(writer, item);
                            });
            writer.writeEndDocument();
        }

        @Override
        public Object read(BsonReader reader) {
            var entries = new LinkedHashMap<String, Object>();
            reader.readStartDocument();
            while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                entries.put(reader.readName(), element.read(reader));
            }
            reader.readEndDocument();
            return Collections.unmodifiableMap(entries);
        }

        @Override
        public void keepUnknown(BsonValue before, BsonValue after) {
            after.asDocument()
                    .forEach(
                            (name, item) -> {
                                var same = before.asDocument().get(name);
                                if (same != null) {
                                    element.keepUnknown(same, item);
                                }
                            });
        }

        @Override
        public boolean isBlank(Object value) {
            return ((Map<?, ?>) value).isEmpty();
        }

        @Override
        public Object missing() {
            return Map.of();
        }
    }
}
