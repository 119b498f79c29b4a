package dev.paylater.kit.kafka;

import dev.paylater.schemas.MessageSizes;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Settings of Kafka's clients. Those of the operator win over ours, but for what the rules for
 * money ask for: there another value is refused at start.
 */
final class ClientSettings {

    /** Clients give up early enough for a merchant to be answered within ten seconds. */
    private static final int MAX_BLOCK_MILLIS = 3_000;

    private static final int REQUEST_TIMEOUT_MILLIS = 3_000;
    private static final int DELIVERY_TIMEOUT_MILLIS = 6_000;

    /**
     * The least that a broker with default settings takes. A batch of commands asks its group after
     * half of it, before its partitions can be somebody else's.
     */
    private static final int SESSION_TIMEOUT_MILLIS = 6_000;

    /**
     * Members hear by a heartbeat that the partitions are divided anew, and those that move stand
     * still until all have heard, twice.
     */
    private static final int HEARTBEAT_MILLIS = 500;

    /**
     * A fetch ends as soon as there is a record; one that ends without costs both sides as much. A
     * connector's topic is idle most of the time, and there are as many as connectors. Partitions
     * that a consumer has just been given are fetched when the fetch that is under way ends.
     */
    private static final int FETCH_MAX_WAIT_MILLIS = 2_000;

    /** Kafka's own default; see {@link MessagePublisher} for when nothing waits. */
    private static final int LINGER_MILLIS = 5;

    /** Kafka's own default; what is sent beyond it waits. */
    private static final int LARGEST_BUFFER = 32 * 1024 * 1024;

    private ClientSettings() {}

    /** A part of the heap, and at most so many bytes. */
    private static int ofHeap(int part, int most) {
        return (int) Math.min(most, Runtime.getRuntime().maxMemory() / part);
    }

    static Map<String, Object> admin(KafkaSettings settings) {
        return merged(common(), settings, Map.of());
    }

    static Map<String, Object> producer(KafkaSettings settings) {
        var ours = common();
        ours.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
        // What comes while a request is under way goes together in the next one.
        ours.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        ours.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MILLIS);
        ours.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MILLIS);
        ours.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MILLIS);
        ours.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
        ours.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) ofHeap(8, LARGEST_BUFFER));
        return merged(
                ours,
                settings,
                Map.of(
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        true,
                        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                        MessageSizes.MAX_DEAD_LETTER));
    }

    static Map<String, Object> consumer(KafkaSettings settings, String group) {
        var ours = common();
        ours.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MILLIS);
        ours.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MILLIS);
        ours.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_MAX_WAIT_MILLIS);
        ours.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, ofHeap(16, MessageSizes.MAX_FETCH));
        requireLongSession(settings);
        return merged(
                ours,
                settings,
                Map.of(
                        ConsumerConfig.GROUP_ID_CONFIG,
                        group,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                        MessageSizes.MAX_MESSAGE,
                        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                        CooperativeStickyAssignor.class.getName(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_uncommitted",
                        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                        ByteArrayDeserializer.class.getName(),
                        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                        ByteArrayDeserializer.class.getName()));
    }

    private static Map<String, Object> common() {
        Map<String, Object> ours = new HashMap<>();
        ours.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
        return ours;
    }

    private static Map<String, Object> merged(
            Map<String, Object> ours, KafkaSettings settings, Map<String, Object> required) {
        var merged = new HashMap<>(ours);
        merged.putAll(settings.client());
        merged.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrap());
        required.forEach(
                (name, value) -> {
                    requireSame(name, value, settings.client().get(name));
                    merged.put(name, value);
                });
        return merged;
    }

    private static void requireSame(String name, Object value, @Nullable String theirs) {
        if (theirs != null && !theirs.equals(value.toString())) {
            throw new IllegalStateException(
                    "paylater.kafka.client.%s is %s, and must be %s or left out: no payment would be safe otherwise"
                            .formatted(name, theirs, value));
        }
    }

    private static void requireLongSession(KafkaSettings settings) {
        var theirs = settings.client().get(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
        if (theirs != null && Integer.parseInt(theirs) < SESSION_TIMEOUT_MILLIS) {
            throw new IllegalStateException(
                    "paylater.kafka.client.%s is %s, and must be at least %s: a batch that stood still might find its payments handled elsewhere"
                            .formatted(
                                    ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
                                    theirs,
                                    SESSION_TIMEOUT_MILLIS));
        }
    }
}
