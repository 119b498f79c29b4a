package dev.paylater.documentstore;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** Steps through the elements of a raw document or array without decoding them. */
final class Elements {

    private final byte[] bytes;
    private final int limit;
    private int next;
    private BsonType type = BsonType.END_OF_DOCUMENT;
    private int nameStart;
    private int nameEnd;
    private int valueStart;

    Elements(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.limit = end - 1;
        this.next = start + 4;
        if (end > bytes.length || end - start < 5 || Value.intAt(bytes, start) != end - start) {
            throw malformed("wrong document length");
        }
    }

    boolean advance() {
        if (next >= limit) {
            if (next > limit || bytes[limit] != 0) {
                throw malformed("document without end");
            }
            return false;
        }
        @Nullable BsonType found = BsonType.findByValue(bytes[next] & 0xff);
        if (found == null || found == BsonType.END_OF_DOCUMENT) {
            throw malformed("unknown type " + bytes[next]);
        }
        type = found;
        nameStart = next + 1;
        nameEnd = endOfName(nameStart);
        valueStart = nameEnd + 1;
        int size = size(valueStart);
        if (size < 0 || size > limit - valueStart) {
            throw malformed("a value reaches beyond its document");
        }
        next = valueStart + size;
        return true;
    }

    BsonType type() {
        return type;
    }

    boolean isNamed(byte[] name) {
        return Arrays.equals(bytes, nameStart, nameEnd, name, 0, name.length);
    }

    String name() {
        return new String(bytes, nameStart, nameEnd - nameStart, StandardCharsets.UTF_8);
    }

    int elementStart() {
        return nameStart - 1;
    }

    int nameStart() {
        return nameStart;
    }

    int nameEnd() {
        return nameEnd;
    }

    Value value() {
        return new Value(type, bytes, valueStart, next);
    }

    private int size(int at) {
        return switch (type) {
            case END_OF_DOCUMENT, UNDEFINED, NULL, MIN_KEY, MAX_KEY -> 0;
            case BOOLEAN -> 1;
            case INT32 -> 4;
            case DOUBLE, DATE_TIME, TIMESTAMP, INT64 -> 8;
            case OBJECT_ID -> 12;
            case DECIMAL128 -> 16;
            case STRING, JAVASCRIPT, SYMBOL -> Math.addExact(4, length(at, 1));
            case DOCUMENT, ARRAY, JAVASCRIPT_WITH_SCOPE -> length(at, 5);
            case BINARY -> Math.addExact(5, length(at, 0));
            case DB_POINTER -> Math.addExact(16, length(at, 1));
            case REGULAR_EXPRESSION -> endOfName(endOfName(at) + 1) + 1 - at;
        };
    }

    private int length(int at, int least) {
        if (at + 4 > limit) {
            throw malformed("a length is cut off");
        }
        int length = Value.intAt(bytes, at);
        if (length < least || length > limit) {
            throw malformed("wrong length " + length);
        }
        return length;
    }

    private int endOfName(int from) {
        int end = from;
        while (end < limit && bytes[end] != 0) {
            end++;
        }
        if (end >= limit) {
            throw malformed("a name without end");
        }
        return end;
    }

    private static CommandError malformed(String what) {
        return new CommandError(MongoErrorCode.INVALID_BSON, what);
    }
}
