package dev.paylater.messaging;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.Schema;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/** Writes and reads Confluent's wire format: a zero byte, the schema's id as four bytes, Avro. */
final class WireFormatCodec implements AvroCodec {

    private static final byte MAGIC = 0;
    private static final int HEADER_BYTES = 5;
    private static final int TYPICAL_BYTES = 512;
    private static final int MAX_IDS_AHEAD = 10_000;

    /** No field or list of ours comes near; garbage that claims to be larger is not believed. */
    private static final String MAX_BYTES_OR_ITEMS = Integer.toString(4 * 1024 * 1024);

    static {
        System.setProperty("org.apache.avro.limits.string.maxLength", MAX_BYTES_OR_ITEMS);
        System.setProperty("org.apache.avro.limits.bytes.maxLength", MAX_BYTES_OR_ITEMS);
        System.setProperty("org.apache.avro.limits.collectionItems.maxLength", MAX_BYTES_OR_ITEMS);
    }

    private final SchemaRegistry registry;
    private final AtomicInteger highestId = new AtomicInteger();
    private final Map<Class<?>, SpecificDatumWriter<SpecificRecord>> writers =
            new ConcurrentHashMap<>();
    private final Map<Integer, SpecificDatumReader<SpecificRecord>> readers =
            new ConcurrentHashMap<>();

    WireFormatCodec(SchemaRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void prepare(String topic, Schema schema) {
        idOf(topic, schema);
    }

    private int idOf(String topic, Schema schema) {
        var id = registry.idOf(topic + "-" + schema.getFullName(), schema);
        highestId.accumulateAndGet(id, Math::max);
        return id;
    }

    @Override
    public byte[] encode(String topic, SpecificRecord message) {
        var schema = message.getSchema();
        var id = idOf(topic, schema);
        var writer =
                writers.computeIfAbsent(
                        message.getClass(),
                        _ -> new SpecificDatumWriter<>(schema, fast(message.getClass())));
        var bytes = new ByteArrayOutputStream(TYPICAL_BYTES);
        bytes.write(MAGIC);
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(id).array());
        try {
            var encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
            writer.write(message, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new IllegalStateException("Writing to memory failed", e);
        }
        return bytes.toByteArray();
    }

    @Override
    public SpecificRecord decode(byte[] bytes) {
        if (bytes.length < HEADER_BYTES || bytes[0] != MAGIC) {
            throw new UnreadableMessage("not in the wire format: no schema id", null);
        }
        var id = ByteBuffer.wrap(bytes, 1, Integer.BYTES).getInt();
        try {
            var decoder =
                    DecoderFactory.get()
                            .binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, null);
            var message = readerOf(id).read(null, decoder);
            if (!decoder.isEnd()) {
                throw new UnreadableMessage("bytes are left over after the record", null);
            }
            return message;
        } catch (UnknownSchema e) {
            throw new UnreadableMessage("unknown schema id " + id, mayComeToBeKnown(id) ? e : null);
        } catch (RegistryUnavailable | UnreadableMessage e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new UnreadableMessage("does not decode with schema " + id + ": " + e, e);
        }
    }

    /** Ids are given one after the other; noise is far away from those that there are. */
    private boolean mayComeToBeKnown(int id) {
        return id >= 0 && id - (long) highestId.get() <= MAX_IDS_AHEAD;
    }

    private SpecificDatumReader<SpecificRecord> readerOf(int id) {
        var known = readers.get(id);
        if (known != null) {
            return known;
        }
        var written = registry.schemaOf(id);
        var type = SpecificData.get().getClass(written);
        if (type == null || !SpecificRecord.class.isAssignableFrom(type)) {
            throw new UnreadableMessage("unknown message type " + written.getFullName(), null);
        }
        var model = fast(type);
        var reader = new SpecificDatumReader<SpecificRecord>(written, model.getSchema(type), model);
        readers.put(id, reader);
        highestId.accumulateAndGet(id, Math::max);
        return reader;
    }

    /** Generated classes encode and decode themselves, without reflection, with this set. */
    private static SpecificData fast(Class<?> type) {
        var model = SpecificData.getForClass(type);
        model.setCustomCoders(true);
        return model;
    }
}
