package dev.paylater.documentstore;

import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/** Decoded values: where they come from, how they read in messages, and sums of them. */
final class BsonValues {

    private static final JsonWriterSettings SHELL =
            JsonWriterSettings.builder().outputMode(JsonMode.SHELL).build();

    private BsonValues() {}

    static BsonValue decode(Value value) {
        byte[] document = new byte[value.length() + 7];
        document[4] = (byte) value.type().getValue();
        System.arraycopy(value.bytes(), value.start(), document, 6, value.length());
        Value.setLength(document);
        return Value.document(document).decode().getOrDefault("", BsonNull.VALUE);
    }

    /** The value of the first field of a document that is known to have one. */
    static BsonValue first(BsonDocument document) {
        return document.values().iterator().next();
    }

    static String toText(BsonValue value) {
        String json = new BsonDocument("", value).toJson(SHELL);
        return json.substring(json.indexOf(':') + 1, json.length() - 1).strip();
    }

    static long toLong(Value value) {
        return switch (value.type()) {
            case INT32 -> Value.intAt(value.bytes(), value.start());
            case INT64 -> Value.longAt(value.bytes(), value.start());
            case DOUBLE ->
                    (long) Double.longBitsToDouble(Value.longAt(value.bytes(), value.start()));
            default -> KeyCodec.decimal(value).longValue();
        };
    }

    /** Takes in every value that a path leads to, the elements of an array one by one. */
    record Collector(Consumer<Value> sink) implements Filter.Test {
        @Override
        public boolean test(@Nullable Value value) {
            if (value != null && value.isArray()) {
                Elements elements = value.elements();
                while (elements.advance()) {
                    sink.accept(elements.value());
                }
            } else if (value != null) {
                sink.accept(value);
            }
            return false;
        }

        @Override
        public boolean looksIntoArray() {
            return false;
        }
    }
}
