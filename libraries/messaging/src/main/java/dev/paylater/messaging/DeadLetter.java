package dev.paylater.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A record that somebody could not handle: its original bytes, and in headers where and why.
 *
 * @param kept as it lies on the dead-letter topic
 * @param isReplayed whether it was put back before
 */
public record DeadLetter(ConsumerRecord<byte[], byte[]> kept, boolean isReplayed) {

    public static final String ORIGINAL_TOPIC = "dlt-original-topic";
    public static final String ORIGINAL_PARTITION = "dlt-original-partition";
    public static final String ORIGINAL_OFFSET = "dlt-original-offset";
    public static final String REASON = "dlt-reason";

    private static final String OWN_HEADERS = "dlt-";
    private static final String SUFFIX = ".dlt";
    private static final int MAX_CAUSE_CHARACTERS = 160;

    /** Whether a topic is one of dead letters. */
    public static boolean isKeptOn(String topic) {
        return topic.endsWith(SUFFIX);
    }

    public String topic() {
        return kept.topic();
    }

    public int partition() {
        return kept.partition();
    }

    public long offset() {
        return kept.offset();
    }

    public byte[] bytes() {
        return kept.value() == null ? new byte[0] : kept.value();
    }

    private String originalTopic() {
        var topic = header(ORIGINAL_TOPIC);
        return topic.isEmpty()
                ? kept.topic().substring(0, kept.topic().length() - SUFFIX.length())
                : topic;
    }

    /** Where the record was before. */
    public String originalPlace() {
        return originalTopic() + "-" + header(ORIGINAL_PARTITION) + "@" + header(ORIGINAL_OFFSET);
    }

    public String reason() {
        return header(REASON);
    }

    /** The reason without what differs from letter to letter, such as ids and numbers. */
    public String cause() {
        var cause = reason().replaceAll("[\\w.-]*\\d[\\w.-]*", "…");
        return cause.length() > MAX_CAUSE_CHARACTERS
                ? cause.substring(0, MAX_CAUSE_CHARACTERS)
                : cause;
    }

    public String key() {
        return kept.key() == null ? "" : new String(kept.key(), UTF_8);
    }

    public Instant time() {
        return Instant.ofEpochMilli(kept.timestamp());
    }

    /** All headers as they arrived, one a line. */
    public List<String> headers() {
        return Arrays.stream(kept.headers().toArray())
                .map(header -> header.key() + "=" + header(header.key()))
                .toList();
    }

    private String header(String name) {
        Header header = kept.headers().lastHeader(name);
        return header == null || header.value() == null ? "" : new String(header.value(), UTF_8);
    }

    /**
     * The record as it was, to be tried once more: same key, so the same order as before.
     *
     * @throws ReplayRefused when it names a topic whose dead letters lie elsewhere
     */
    ProducerRecord<byte[], byte[]> original() {
        var topic = originalTopic();
        if (!kept.topic().startsWith(topic + ".")) {
            throw new ReplayRefused(
                    "Letter %s of %s says that it comes from %s, whose letters are not kept there"
                            .formatted(kept.offset(), kept.topic(), topic));
        }
        var headers = new RecordHeaders();
        for (Header header : kept.headers()) {
            if (!header.key().startsWith(OWN_HEADERS)) {
                headers.add(header);
            }
        }
        return new ProducerRecord<>(topic, null, null, kept.key(), kept.value(), headers);
    }
}
