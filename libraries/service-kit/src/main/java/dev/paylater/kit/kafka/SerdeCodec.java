package dev.paylater.kit.kafka;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.UnreadableMessage;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/** Leaves the wire format to a serializer that is configured as Confluent's is. */
final class SerdeCodec implements AvroCodec {

    /** The topic does not matter where the subject is in the registry under the id. */
    private static final String ANY_TOPIC = "";

    private final Serializer<Object> serializer;
    private final Deserializer<Object> deserializer;

    SerdeCodec(
            Serializer<Object> serializer,
            Deserializer<Object> deserializer,
            String registryUrl,
            Map<String, String> registry) {
        this.serializer = serializer;
        this.deserializer = deserializer;
        var settings = new HashMap<String, Object>(registry);
        settings.putAll(
                Map.of(
                        "schema.registry.url",
                        registryUrl,
                        "value.subject.name.strategy",
                        "io.confluent.kafka.serializers.subject.TopicRecordNameStrategy",
                        "avro.remove.java.properties",
                        false,
                        "specific.avro.reader",
                        true));
        serializer.configure(settings, false);
        deserializer.configure(settings, false);
    }

    @Override
    public byte[] encode(String topic, SpecificRecord message) {
        try {
            return serializer.serialize(topic, message);
        } catch (SerializationException e) {
            throw e.getCause() instanceof IOException
                    ? new RegistryUnavailable("The serializer cannot write now", e)
                    : e;
        }
    }

    @Override
    public SpecificRecord decode(byte[] bytes) {
        try {
            if (deserializer.deserialize(ANY_TOPIC, bytes) instanceof SpecificRecord message) {
                return message;
            }
            throw new UnreadableMessage("no record of ours", null);
        } catch (SerializationException e) {
            if (e.getCause() instanceof IOException) {
                throw new RegistryUnavailable("The deserializer cannot read now", e);
            }
            throw new UnreadableMessage("does not decode: " + e, e);
        }
    }
}
