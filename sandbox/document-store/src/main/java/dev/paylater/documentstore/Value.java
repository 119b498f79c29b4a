package dev.paylater.documentstore;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One BSON value where it lies in a byte array. Nothing is copied or decoded until somebody asks,
 * which is what keeps a conditional replace from costing more than its disk write.
 */
@SuppressWarnings("ArrayRecordComponent") // A window on a shared buffer; never compared by equals.
record Value(BsonType type, byte[] bytes, int start, int end) {

    static final int MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final DecoderContext DECODING = DecoderContext.builder().build();
    private static final EncoderContext ENCODING = EncoderContext.builder().build();

    static Value document(byte[] bytes) {
        return document(bytes, 0);
    }

    static Value document(byte[] bytes, int start) {
        return new Value(BsonType.DOCUMENT, bytes, start, start + intAt(bytes, start));
    }

    static Value of(BsonValue value) {
        if (value instanceof BsonDocument document) {
            return document(encode(document));
        }
        Elements element = document(encode(new BsonDocument("", value))).elements();
        element.advance();
        return element.value();
    }

    static byte[] encode(BsonDocument document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer(512);
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            CODEC.encode(writer, document, ENCODING);
        }
        return buffer.toByteArray();
    }

    static int intAt(byte[] bytes, int position) {
        return (int) INT.get(bytes, position);
    }

    static long longAt(byte[] bytes, int position) {
        return (long) LONG.get(bytes, position);
    }

    /** Writes the length that a document of these bytes begins with. */
    static void setLength(byte[] document) {
        INT.set(document, 0, document.length);
    }

    boolean isDocument() {
        return type == BsonType.DOCUMENT;
    }

    boolean isArray() {
        return type == BsonType.ARRAY;
    }

    Elements elements() {
        return new Elements(bytes, start, end);
    }

    @Nullable Value get(byte[] name) {
        Elements elements = elements();
        while (elements.advance()) {
            if (elements.isNamed(name)) {
                return elements.value();
            }
        }
        return null;
    }

    /** The element of an array at an index; its name is not trusted to be the index. */
    @Nullable Value at(int index) {
        Elements elements = elements();
        for (int i = 0; elements.advance(); i++) {
            if (i == index) {
                return elements.value();
            }
        }
        return null;
    }

    int length() {
        return end - start;
    }

    byte[] copy() {
        return Arrays.copyOfRange(bytes, start, end);
    }

    boolean sameBytes(Value other) {
        return type == other.type
                && Arrays.equals(bytes, start, end, other.bytes, other.start, other.end);
    }

    /** The text of a string, symbol or code value. */
    String text() {
        return new String(bytes, start + 4, length() - 5, StandardCharsets.UTF_8);
    }

    BsonDocument decode() {
        try (BsonBinaryReader reader =
                new BsonBinaryReader(ByteBuffer.wrap(bytes, start, length()))) {
            return CODEC.decode(reader, DECODING);
        }
    }

    /** Walks the whole value, so that nothing malformed is ever stored. */
    void validate() {
        Elements elements = elements();
        while (elements.advance()) {
            if (elements.type() == BsonType.DOCUMENT || elements.type() == BsonType.ARRAY) {
                elements.value().validate();
            }
        }
    }
}
