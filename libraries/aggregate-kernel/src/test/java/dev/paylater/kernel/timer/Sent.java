package dev.paylater.kernel.timer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.schemas.MessageHeaders;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** What a publisher sends, as long as the broker is there. */
final class Sent {

    record Message(String topic, String key, String id, SpecificRecord value) {}

    private final AvroCodec codec = AvroCodec.of(new Registry());
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(
                    true,
                    new RoundRobinPartitioner(),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());

    MessagePublisher publisher() {
        return new MessagePublisher(producer, codec);
    }

    void failing(boolean failing) {
        producer.sendException = failing ? new TimeoutException("the broker is away") : null;
    }

    void forget() {
        producer.clear();
    }

    List<Message> messages() {
        return producer.history().stream().map(this::message).toList();
    }

    private Message message(ProducerRecord<byte[], byte[]> sent) {
        return new Message(
                sent.topic(),
                new String(sent.key(), UTF_8),
                new String(sent.headers().lastHeader(MessageHeaders.MESSAGE_ID).value(), UTF_8),
                codec.decode(sent.value()));
    }

    private static final class Registry implements SchemaRegistry {

        private final List<Schema> schemas = new ArrayList<>();

        @Override
        public int idOf(String subject, Schema schema) {
            if (!schemas.contains(schema)) {
                schemas.add(schema);
            }
            return schemas.indexOf(schema);
        }

        @Override
        public Schema schemaOf(int id) {
            return schemas.get(id);
        }
    }
}
