package dev.paylater.e2e;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes bytes that no service can read to the topics of the running system. */
public final class NoiseProducer extends KafkaProducer<byte[], byte[]> {

    public NoiseProducer() {
        super(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        "127.0.0.1:" + (9092 + Script.PORT_OFFSET)),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }
}
