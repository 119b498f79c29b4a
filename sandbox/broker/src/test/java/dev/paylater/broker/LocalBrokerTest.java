package dev.paylater.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LocalBrokerTest {
    private static final int RECORDS = 500;

    @TempDir Path data;

    @Test
    void acknowledged_records_and_group_offsets_survive_kill_9() throws Exception {
        int port = LocalBroker.freePort();
        try (var broker = BrokerProcess.start(port, data)) {
            createTopic(broker);
            produce(broker, RECORDS);
            assertThat(consume(broker, RECORDS / 2)).hasSize(RECORDS / 2);
            broker.kill();
        }
        try (var broker = BrokerProcess.start(port, data)) {
            assertThat(consume(broker, RECORDS / 2)).contains("value-" + (RECORDS - 1));
        }
    }

    @Test
    void a_topic_that_nobody_created_does_not_appear_by_itself() throws Exception {
        try (var broker = BrokerProcess.start(LocalBroker.freePort(), data);
                var producer =
                        new KafkaProducer<>(
                                Map.<String, Object>of(
                                        "bootstrap.servers",
                                        broker.bootstrap(),
                                        "delivery.timeout.ms",
                                        3000,
                                        "request.timeout.ms",
                                        2000,
                                        "max.block.ms",
                                        2000),
                                new StringSerializer(),
                                new StringSerializer())) {
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>("misspelt", "value")).get())
                    .isInstanceOf(ExecutionException.class);
            try (var admin = broker.admin()) {
                assertThatThrownBy(
                                () ->
                                        admin.describeTopics(List.of("misspelt"))
                                                .allTopicNames()
                                                .get())
                        .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
            }
        }
    }

    private static void createTopic(BrokerProcess broker) throws Exception {
        try (var admin = broker.admin()) {
            var topic = new NewTopic("letters", Optional.of(1), Optional.empty());
            admin.createTopics(List.of(topic)).all().get();
        }
    }

    private static void produce(BrokerProcess broker, int count) throws Exception {
        try (var producer =
                new KafkaProducer<>(
                        Map.<String, Object>of(
                                "bootstrap.servers", broker.bootstrap(), "acks", "all"),
                        new StringSerializer(),
                        new StringSerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int at = 0; at < count; at++) {
                sent.add(producer.send(new ProducerRecord<>("letters", "value-" + at)));
            }
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
        }
    }

    /** Reads on where the group stands, until it has that many, and commits. */
    private static List<String> consume(BrokerProcess broker, int count) {
        List<String> values = new ArrayList<>();
        try (var consumer =
                new KafkaConsumer<>(
                        Map.<String, Object>of(
                                "bootstrap.servers",
                                broker.bootstrap(),
                                "group.id",
                                "readers",
                                "auto.offset.reset",
                                "earliest",
                                "enable.auto.commit",
                                false,
                                "max.poll.records",
                                count),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            consumer.subscribe(List.of("letters"));
            while (values.size() < count) {
                consumer.poll(Duration.ofMillis(200)).forEach(each -> values.add(each.value()));
            }
            consumer.commitSync();
        }
        return values;
    }
}
