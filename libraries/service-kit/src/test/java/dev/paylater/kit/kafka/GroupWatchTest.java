package dev.paylater.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.broker.LocalBroker;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each service measures the lag of every consumer group, at a real broker. */
@Timeout(120)
class GroupWatchTest {

    private static final String GROUP = "connector-service.klarna";
    private static final String TOPIC = Topic.ofConnector("klarna").name();

    @TempDir static Path folder;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicLong nanoTime = new AtomicLong();

    @Test
    void a_group_is_measured_with_and_without_anybody_in_it() throws Exception {
        var port = LocalBroker.freePort();
        try (var _ = LocalBroker.start(port, folder.resolve("kafka"));
                var admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + port));
                var watch = new GroupWatch(admin, meters, nanoTime::get)) {
            watch.measure();
            assertThat(meters.find("paylater.kafka.members").gauges())
                    .as("of what nobody has ever served nothing is said")
                    .isEmpty();

            admin.createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1))).all().get();
            publish(port, 3);
            watch.measure();
            assertThat(lag(1)).isEqualTo(3);
            assertThat(lag(0)).isZero();
            assertThat(members()).isZero();

            try (var consumer = consumer(port)) {
                while (consumer.poll(Duration.ofMillis(100)).isEmpty()) {
                    Thread.onSpinWait();
                }
                watch.measure();
                assertThat(members()).isOne();
                assertThat(lag(1)).as("what was polled is not finished").isEqualTo(3);
                consumer.commitSync();
                watch.measure();
                assertThat(lag(1)).isZero();
            }

            publish(port, 2);
            nanoTime.set(TimeUnit.SECONDS.toNanos(100));
            watch.measure();
            assertThat(members()).isZero();
            assertThat(lag(1)).isEqualTo(2);
            nanoTime.set(TimeUnit.SECONDS.toNanos(190));
            publish(port, 1);
            watch.measure();
            assertThat(gauge("paylater.kafka.stalled.seconds"))
                    .as("since it has got on, whatever has come since")
                    .isEqualTo(90);
        }
    }

    @Test
    void how_long_ago_it_was_measured_is_said() {
        try (var admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:1"));
                var _ = new GroupWatch(admin, meters, nanoTime::get)) {
            nanoTime.set(TimeUnit.SECONDS.toNanos(61));
            assertThat(meters.get("paylater.kafka.measured.seconds.ago").gauge().value())
                    .isEqualTo(61);
        }
    }

    private static void publish(int port, int records) throws Exception {
        var bytes = new ByteArraySerializer();
        try (var producer =
                new KafkaProducer<byte[], byte[]>(
                        Map.of("bootstrap.servers", "127.0.0.1:" + port), bytes, bytes)) {
            for (var i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>(TOPIC, 1, null, new byte[1])).get();
            }
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(int port) {
        var settings =
                new KafkaSettings(
                        "127.0.0.1:" + port, "", (short) 1, 1, 1, null, null, Map.of(), Map.of());
        var consumer = new KafkaConsumer<byte[], byte[]>(ClientSettings.consumer(settings, GROUP));
        consumer.subscribe(List.of(TOPIC));
        return consumer;
    }

    private double lag(int partition) {
        return meters.get("paylater.kafka.lag")
                .tags("group", GROUP, "partition", Integer.toString(partition))
                .gauge()
                .value();
    }

    private double members() {
        return gauge("paylater.kafka.members");
    }

    private double gauge(String name) {
        return meters.get(name).tag("group", GROUP).gauge().value();
    }
}
