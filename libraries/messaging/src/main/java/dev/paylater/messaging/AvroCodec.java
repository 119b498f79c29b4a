package dev.paylater.messaging;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * Records in Confluent's wire format: a zero byte, the schema's id as four bytes, Avro binary. The
 * subject of a schema is the topic and the record's full name, so that a topic can carry many types
 * and each of them evolves by itself.
 */
public interface AvroCodec {

    /**
     * A record as it goes on a topic.
     *
     * @throws RegistryUnavailable when the schema's id cannot be had now
     */
    byte[] encode(String topic, SpecificRecord message);

    /**
     * Reads a record that was written with this or another version of its schema.
     *
     * @throws UnreadableMessage when the bytes are no record of ours; trying again does not help
     * @throws RegistryUnavailable when the writer's schema cannot be fetched now
     */
    SpecificRecord decode(byte[] bytes);

    /**
     * Has what is needed to write records of this schema at hand from now on, where that is known.
     *
     * @throws RegistryUnavailable when the schema's id cannot be had now
     */
    default void prepare(String topic, Schema schema) {}

    /** The one that needs nothing but a registry. */
    static AvroCodec of(SchemaRegistry registry) {
        return new WireFormatCodec(registry);
    }
}
