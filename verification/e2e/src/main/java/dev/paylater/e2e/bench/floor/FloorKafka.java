package dev.paylater.e2e.bench.floor;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Clients with the settings that the services use where those cost something. */
record FloorKafka(String bootstrap) {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration COMMIT_INTERVAL = Duration.ofMillis(100);

    static FloorKafka fromEnvironment(Map<String, String> environment) {
        return new FloorKafka(Objects.requireNonNull(environment.get("FLOOR_KAFKA")));
    }

    void createTopics(int partitions) {
        try (var admin = Admin.create(Map.<String, Object>of("bootstrap.servers", bootstrap))) {
            var topics =
                    List.of(FloorProcess.COMMANDS, FloorProcess.WORK, FloorProcess.REPLIES).stream()
                            .map(name -> new NewTopic(name, partitions, (short) 1))
                            .toList();
            admin.createTopics(topics).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new IllegalStateException(e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Producer<String, byte[]> producer() {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "acks",
                        "all",
                        "enable.idempotence",
                        true,
                        "linger.ms",
                        0,
                        "max.in.flight.requests.per.connection",
                        1,
                        "key.serializer",
                        StringSerializer.class,
                        "value.serializer",
                        ByteArraySerializer.class));
    }

    /** Reads a topic for ever, from its end on, and commits a few times a second. */
    void follow(String topic, Consumer<ConsumerRecords<String, byte[]>> action) {
        try (var consumer =
                new KafkaConsumer<String, byte[]>(
                        Map.of(
                                "bootstrap.servers",
                                bootstrap,
                                "group.id",
                                "floor-of-" + topic,
                                "enable.auto.commit",
                                false,
                                "auto.offset.reset",
                                "latest",
                                "key.deserializer",
                                StringDeserializer.class,
                                "value.deserializer",
                                ByteArrayDeserializer.class))) {
            consumer.subscribe(List.of(topic));
            var lastCommit = System.nanoTime();
            var announced = false;
            while (true) {
                var records = consumer.poll(POLL);
                if (!announced && !consumer.assignment().isEmpty()) {
                    consumer.assignment().forEach(consumer::position);
                    System.out.println(FloorProcess.READY);
                    announced = true;
                }
                if (!records.isEmpty()) {
                    action.accept(records);
                }
                if (System.nanoTime() - lastCommit > COMMIT_INTERVAL.toNanos()) {
                    lastCommit = System.nanoTime();
                    consumer.commitAsync();
                }
            }
        }
    }
}
