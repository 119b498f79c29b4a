package dev.paylater.documentstore;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.bson.BsonType;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as bytes whose unsigned order is MongoDB's order of values, across types and across
 * the four kinds of number. No key is the beginning of another, so components can follow each other
 * and be inverted for descending order.
 */
final class KeyCodec {

    static final int MIN_KEY = 10;
    static final int EMPTY_ARRAY = 15;
    static final int NULL = 20;
    static final int NUMBER = 30;
    static final int STRING = 40;
    static final int OBJECT = 50;
    static final int ARRAY = 60;
    static final int BINARY = 70;
    static final int OBJECT_ID = 80;
    static final int BOOLEAN = 90;
    static final int DATE = 100;
    static final int TIMESTAMP = 110;
    static final int REGEX = 120;
    static final int DB_POINTER = 125;
    static final int CODE = 130;
    static final int CODE_WITH_SCOPE = 140;
    static final int MAX_KEY = 200;

    private static final int LESS = 1;
    private static final int EXACT = 2;
    private static final int MORE = 3;
    private static final BigDecimal FRACTION = new BigDecimal(1L << 62);

    private KeyCodec() {}

    static byte[] key(@Nullable Value value) {
        KeyBuffer buffer = new KeyBuffer();
        write(value, buffer);
        return buffer.toBytes();
    }

    /** What sorts with a value; comparisons stay within this bracket. */
    static int tag(@Nullable BsonType type) {
        if (type == null) {
            return NULL;
        }
        return switch (type) {
            case END_OF_DOCUMENT, UNDEFINED, NULL -> NULL;
            case MIN_KEY -> MIN_KEY;
            case DOUBLE, INT32, INT64, DECIMAL128 -> NUMBER;
            case STRING, SYMBOL -> STRING;
            case DOCUMENT -> OBJECT;
            case ARRAY -> ARRAY;
            case BINARY -> BINARY;
            case OBJECT_ID -> OBJECT_ID;
            case BOOLEAN -> BOOLEAN;
            case DATE_TIME -> DATE;
            case TIMESTAMP -> TIMESTAMP;
            case REGULAR_EXPRESSION -> REGEX;
            case DB_POINTER -> DB_POINTER;
            case JAVASCRIPT -> CODE;
            case JAVASCRIPT_WITH_SCOPE -> CODE_WITH_SCOPE;
            case MAX_KEY -> MAX_KEY;
        };
    }

    /** A missing value sorts and compares as null. */
    static void write(@Nullable Value value, KeyBuffer out) {
        out.put(tag(value == null ? null : value.type()));
        if (value == null) {
            return;
        }
        byte[] bytes = value.bytes();
        int start = value.start();
        switch (value.type()) {
            case END_OF_DOCUMENT, UNDEFINED, NULL, MIN_KEY, MAX_KEY -> {}
            case INT32 -> writeNumber(Value.intAt(bytes, start), 0, out);
            case INT64 -> writeLong(Value.longAt(bytes, start), out);
            case DOUBLE -> writeDouble(Double.longBitsToDouble(Value.longAt(bytes, start)), out);
            case DECIMAL128 -> writeDecimal(decimal(value), out);
            case STRING, SYMBOL, JAVASCRIPT -> writeText(bytes, start + 4, value.end() - 1, out);
            case DOCUMENT -> writeDocument(value, out);
            case ARRAY -> writeArray(value, out);
            case BINARY -> {
                out.putInt(Value.intAt(bytes, start));
                out.put(bytes, start + 4, value.end());
            }
            case OBJECT_ID, BOOLEAN, REGULAR_EXPRESSION -> out.put(bytes, start, value.end());
            case DATE_TIME -> out.putLong(Value.longAt(bytes, start) ^ Long.MIN_VALUE);
            case TIMESTAMP -> out.putLong(Value.longAt(bytes, start));
            case DB_POINTER -> {
                writeText(bytes, start + 4, value.end() - 13, out);
                out.put(bytes, value.end() - 12, value.end());
            }
            case JAVASCRIPT_WITH_SCOPE -> {
                int codeEnd = start + 8 + Value.intAt(bytes, start + 4);
                writeText(bytes, start + 8, codeEnd - 1, out);
                writeDocument(Value.document(bytes, codeEnd), out);
            }
        }
    }

    static Decimal128 decimal(Value value) {
        return Decimal128.fromIEEE754BIDEncoding(
                Value.longAt(value.bytes(), value.start() + 8),
                Value.longAt(value.bytes(), value.start()));
    }

    private static void writeText(byte[] bytes, int start, int end, KeyBuffer out) {
        int from = start;
        for (int i = start; i < end; i++) {
            if (bytes[i] == 0) {
                out.put(bytes, from, i + 1).put(0xff);
                from = i + 1;
            }
        }
        out.put(bytes, from, end).put(0).put(1);
    }

    private static void writeDocument(Value document, KeyBuffer out) {
        Elements elements = document.elements();
        while (elements.advance()) {
            out.put(tag(elements.type()));
            out.put(document.bytes(), elements.nameStart(), elements.nameEnd() + 1);
            write(elements.value(), out);
        }
        out.put(0);
    }

    private static void writeArray(Value array, KeyBuffer out) {
        Elements elements = array.elements();
        while (elements.advance()) {
            write(elements.value(), out);
        }
        out.put(0);
    }

    private static void writeLong(long value, KeyBuffer out) {
        double nearest = (double) value;
        // 2^63 does not fit a long: the cast would saturate and lose one.
        long remainder = nearest == 0x1p63 ? value - Long.MAX_VALUE - 1 : value - (long) nearest;
        writeNumber(
                nearest, remainder == 0 ? 0 : remainder * (long) (0x1p62 / Math.ulp(nearest)), out);
    }

    private static void writeDouble(double value, KeyBuffer out) {
        writeNumber(value, 0, out);
    }

    private static void writeDecimal(Decimal128 value, KeyBuffer out) {
        if (value.isNaN()) {
            writeDouble(Double.NaN, out);
        } else if (value.isInfinite()) {
            writeDouble(
                    value.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY, out);
        } else if (value.equals(Decimal128.NEGATIVE_ZERO)) {
            writeDouble(0, out);
        } else {
            writeFinite(exact(value), out);
        }
    }

    private static BigDecimal exact(Decimal128 value) {
        try {
            return value.bigDecimalValue();
        } catch (ArithmeticException negativeZero) {
            return BigDecimal.ZERO;
        }
    }

    private static void writeFinite(BigDecimal value, KeyBuffer out) {
        double nearest = value.doubleValue();
        if (Double.isInfinite(nearest) || (nearest == 0 && value.signum() != 0)) {
            throw CommandError.badValue("a Decimal128 outside the range of a double: " + value);
        }
        BigDecimal remainder = value.subtract(new BigDecimal(nearest));
        BigDecimal ulp = new BigDecimal(Math.ulp(nearest));
        writeNumber(
                nearest,
                remainder.multiply(FRACTION).divide(ulp, 0, RoundingMode.DOWN).longValue(),
                out);
    }

    /** The nearest double, then what it lacks in 2^-62 of its last place. */
    private static void writeNumber(double nearest, long remainder, KeyBuffer out) {
        if (Double.isNaN(nearest)) {
            out.putLong(0).put(EXACT);
            return;
        }
        long bits = Double.doubleToRawLongBits(nearest + 0.0);
        out.putLong(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
        if (remainder == 0) {
            out.put(EXACT);
        } else {
            out.put(remainder < 0 ? LESS : MORE).putLong(remainder ^ Long.MIN_VALUE);
        }
    }
}
