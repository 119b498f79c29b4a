package dev.paylater.launcher.topic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** A record that somebody could not handle: its original bytes, and in headers where and why. */
public record DeadLetter(ConsumerRecord<byte[], byte[]> kept, boolean replayed) {
    private static final String OWN_HEADERS = "dlt-";
    private static final String SUFFIX = ".dlt";

    static boolean isDeadLetterTopic(String topic) {
        return topic.endsWith(SUFFIX);
    }

    public String originalTopic() {
        String topic = header("dlt-original-topic");
        return topic.isEmpty()
                ? kept.topic().substring(0, kept.topic().length() - SUFFIX.length())
                : topic;
    }

    public String originalPlace() {
        return originalTopic()
                + "-"
                + header("dlt-original-partition")
                + "@"
                + header("dlt-original-offset");
    }

    public String reason() {
        return header("dlt-reason");
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

    /** The record as it was, to be tried once more: same key, so the same order as before. */
    ProducerRecord<byte[], byte[]> original() {
        var headers = new RecordHeaders();
        for (Header header : kept.headers()) {
            if (!header.key().startsWith(OWN_HEADERS)) {
                headers.add(header);
            }
        }
        return new ProducerRecord<>(originalTopic(), null, null, kept.key(), kept.value(), headers);
    }
}
