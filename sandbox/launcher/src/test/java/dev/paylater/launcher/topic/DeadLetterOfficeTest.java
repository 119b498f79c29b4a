package dev.paylater.launcher.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.broker.LocalBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DeadLetterOfficeTest {
    private static final byte[] POISON = {0, 1, 2, -1, -128};

    @TempDir Path data;

    @Test
    void a_letter_goes_back_with_its_bytes_and_key_and_only_once() throws Exception {
        int port = LocalBroker.freePort();
        String bootstrap = "127.0.0.1:" + port;
        try (var _ = LocalBroker.start(port, data)) {
            createTopics(bootstrap);
            deadLetter(bootstrap);
            try (var office = new DeadLetterOffice(bootstrap)) {
                DeadLetter letter = office.all().getFirst();
                assertThat(letter.reason()).isEqualTo("not Avro");
                assertThat(letter.originalPlace()).isEqualTo("payments.commands-3@17");
                office.replay(List.of(letter));
            }
            try (var office = new DeadLetterOffice(bootstrap)) {
                assertThat(office.all()).singleElement().matches(DeadLetter::replayed);
            }
            assertThat(read(bootstrap, "payments.commands"))
                    .singleElement()
                    .satisfies(
                            back -> {
                                assertThat(back.value()).isEqualTo(POISON);
                                assertThat(new String(back.key(), UTF_8)).isEqualTo("m/p");
                                assertThat(back.headers())
                                        .extracting(header -> header.key())
                                        .containsExactly("message-id");
                            });
        }
    }

    private static void createTopics(String bootstrap) throws Exception {
        try (var admin = Admin.create(Map.<String, Object>of("bootstrap.servers", bootstrap))) {
            admin.createTopics(
                            List.of(
                                    topic("payments.commands", 4),
                                    topic("payments.commands.dlt", 1)))
                    .all()
                    .get();
        }
    }

    private static NewTopic topic(String name, int partitions) {
        return new NewTopic(name, Optional.of(partitions), Optional.empty());
    }

    private static void deadLetter(String bootstrap) throws Exception {
        try (var producer =
                new KafkaProducer<>(
                        Map.<String, Object>of("bootstrap.servers", bootstrap),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            var letter =
                    new ProducerRecord<>("payments.commands.dlt", "m/p".getBytes(UTF_8), POISON);
            letter.headers()
                    .add("message-id", "id-1".getBytes(UTF_8))
                    .add("dlt-original-topic", "payments.commands".getBytes(UTF_8))
                    .add("dlt-original-partition", "3".getBytes(UTF_8))
                    .add("dlt-original-offset", "17".getBytes(UTF_8))
                    .add("dlt-reason", "not Avro".getBytes(UTF_8));
            producer.send(letter).get();
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(String bootstrap, String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (var consumer =
                new KafkaConsumer<>(
                        Map.<String, Object>of("bootstrap.servers", bootstrap),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            WholeTopic.assign(consumer, topic::equals);
            WholeTopic.read(consumer, records::add);
        }
        return records;
    }
}
