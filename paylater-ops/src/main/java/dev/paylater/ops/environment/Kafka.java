package dev.paylater.ops.environment;

import dev.paylater.messaging.DeadLetter;
import dev.paylater.messaging.DeadLetterOffice;
import dev.paylater.schemas.MessageSizes;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Where Kafka is and how to log in there. Its clients give up within seconds: a person waits.
 *
 * @param settings of Kafka's clients, with {@code bootstrap.servers}
 */
public record Kafka(Map<String, String> settings) {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int RECORDS_AT_ONCE = 5_000;

    public Kafka {
        settings = Map.copyOf(settings);
    }

    public Admin admin() {
        var all = common();
        all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
        all.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS / 2);
        return Admin.create(all);
    }

    /** Of no group: it reads what it is told to. */
    public KafkaConsumer<byte[], byte[]> consumer() {
        var all = common();
        all.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
        all.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS / 2);
        all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_AT_ONCE);
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    public DeadLetterOffice deadLetters() {
        var producer = common();
        producer.put(ProducerConfig.ACKS_CONFIG, "all");
        producer.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MessageSizes.MAX_DEAD_LETTER);
        producer.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MILLIS);
        return new DeadLetterOffice(common(), producer, DeadLetter::isKeptOn);
    }

    private Map<String, Object> common() {
        return new HashMap<>(settings);
    }

    /** Without the settings, which have passwords in them. */
    @Override
    public String toString() {
        return settings.getOrDefault(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "");
    }
}
