package dev.paylater.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.messaging.DeadLetterOffice.Pile;
import dev.paylater.teststack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DeadLetterOfficeTest {

    private static final byte[] POISON = {0, 1, 2, -1, -128};

    private final String topic = "dead." + UUID.randomUUID();
    private final String letters = topic + ".dlt";
    private final Map<String, Object> client =
            Map.of("bootstrap.servers", Stack.shared().bootstrap());
    private final DeadLetterOffice office = new DeadLetterOffice(client, client, letters::equals);

    @BeforeEach
    void createTopics() throws Exception {
        try (var admin = Admin.create(client)) {
            admin.createTopics(
                            List.of(
                                    new NewTopic(topic, Optional.of(1), Optional.empty()),
                                    new NewTopic(letters, Optional.of(1), Optional.empty())))
                    .all()
                    .get();
        }
    }

    @AfterEach
    void close() {
        office.close();
    }

    @Test
    void a_letter_goes_back_with_its_bytes_and_key_and_only_once() throws Exception {
        setAside(topic, "not Avro");
        var letter = all().getFirst();
        assertThat(letter.reason()).isEqualTo("not Avro");
        assertThat(letter.originalPlace()).isEqualTo(topic + "-3@17");
        assertThat(pile().waiting()).isEqualTo(1);

        assertThat(office.replay(pile(), each -> !each.isReplayed(), 10)).isEqualTo(1);
        assertThat(office.replay(pile(), each -> !each.isReplayed(), 10)).isZero();

        assertThat(all()).singleElement().matches(DeadLetter::isReplayed);
        assertThat(pile().waiting()).isZero();
        assertThat(read(topic))
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

    @Test
    void one_letter_or_all_of_a_cause_go_back_and_the_others_wait() throws Exception {
        for (var reason : List.of("no pay_1", "junk", "no pay_2", "junk", "no pay_3")) {
            setAside(topic, reason);
        }
        assertThat(all().stream().map(DeadLetter::cause).distinct())
                .containsExactly("no …", "junk");

        assertThat(office.replay(pile(), each -> each.offset() == 3, 10)).isEqualTo(1);
        assertThat(waiting()).containsExactly(0L, 1L, 2L, 4L);
        assertThat(office.replay(pile(), each -> each.cause().equals("no …"), 2)).isEqualTo(2);
        assertThat(waiting()).containsExactly(1L, 4L);
        assertThat(pile().waiting()).isEqualTo(2);
        assertThat(office.replay(pile(), each -> !each.isReplayed(), 10)).isEqualTo(2);
        assertThat(waiting()).isEmpty();
        setAside(topic, "junk");
        assertThat(waiting()).containsExactly(5L);
        assertThat(read(topic)).hasSize(5);
    }

    @Test
    void a_letter_that_names_a_foreign_topic_is_not_sent_there() throws Exception {
        setAside("payments.commands", "forged");
        assertThatThrownBy(() -> office.replay(pile(), _ -> true, 10))
                .isInstanceOf(ReplayRefused.class)
                .hasMessageContaining("payments.commands");
        assertThat(pile().waiting()).isEqualTo(1);
    }

    @Test
    void a_page_ends_at_its_number_of_letters_and_at_16_mebibytes() throws Exception {
        try (var producer =
                new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (var i = 0; i < 20; i++) {
                producer.send(letter(topic, "large", new byte[1_000_000])).get();
            }
        }
        assertThat(office.read(pile(), 0, 3)).hasSize(3);
        assertThat(office.read(pile(), 0, 100)).hasSize(16);
        assertThat(office.read(pile(), 16, 100)).hasSize(4);
        assertThat(office.read(pile(), 20, 100)).isEmpty();
    }

    @Test
    void too_many_scattered_letters_are_refused_before_any_is_sent() {
        var replayed = Replayed.of(null);
        var scattered = new ArrayList<Long>();
        for (var offset = 1L; offset < 2_000; offset += 2) {
            scattered.add(offset);
        }
        var all = replayed.with(scattered, 0);
        assertThatThrownBy(all::committed).isInstanceOf(ReplayRefused.class);
        scattered.add(0L);
        for (var offset = 2L; offset < 2_000; offset += 2) {
            scattered.add(offset);
        }
        assertThat(replayed.with(scattered, 0).committed())
                .isEqualTo(new OffsetAndMetadata(2_000, ""));
    }

    @Test
    void what_was_replayed_is_read_again_as_it_was_kept() {
        var kept = Replayed.of(new OffsetAndMetadata(10)).with(List.of(12L, 13L, 20L), 0);
        assertThat(kept.committed()).isEqualTo(new OffsetAndMetadata(10, "2-3,10-10"));
        var read = Replayed.of(kept.committed());
        assertThat(read.has(9)).isTrue();
        assertThat(read.has(10)).isFalse();
        assertThat(read.has(13)).isTrue();
        assertThat(read.has(14)).isFalse();
        assertThat(read.left(0, 30)).isEqualTo(17);
        // Older ones than 13 are gone by now.
        assertThat(read.left(13, 30)).isEqualTo(15);
        assertThat(read.with(List.of(14L), 12).committed())
                .isEqualTo(new OffsetAndMetadata(15, "5-5"));
    }

    private Pile pile() {
        return office.piles().getFirst();
    }

    private List<DeadLetter> all() {
        return office.read(pile(), 0, 100);
    }

    private List<Long> waiting() {
        return all().stream()
                .filter(letter -> !letter.isReplayed())
                .map(DeadLetter::offset)
                .toList();
    }

    private void setAside(String from, String reason) throws Exception {
        try (var producer =
                new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(letter(from, reason, POISON)).get();
        }
    }

    private ProducerRecord<byte[], byte[]> letter(String from, String reason, byte[] value) {
        var letter = new ProducerRecord<>(letters, "m/p".getBytes(UTF_8), value);
        letter.headers()
                .add("message-id", "id-1".getBytes(UTF_8))
                .add("dlt-original-topic", from.getBytes(UTF_8))
                .add("dlt-original-partition", "3".getBytes(UTF_8))
                .add("dlt-original-offset", "17".getBytes(UTF_8))
                .add("dlt-reason", reason.getBytes(UTF_8));
        return letter;
    }

    private List<ConsumerRecord<byte[], byte[]>> read(String from) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        var partition = new TopicPartition(from, 0);
        try (var consumer =
                new KafkaConsumer<>(
                        client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end =
                    Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }
}
