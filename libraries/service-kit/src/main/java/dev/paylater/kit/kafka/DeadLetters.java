package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets aside a record that cannot be handled, with its original bytes and the reason, so that the
 * records after it are handled and it can be replayed.
 */
public final class DeadLetters {

    public static final String ORIGINAL_TOPIC = "dlt-original-topic";
    public static final String ORIGINAL_PARTITION = "dlt-original-partition";
    public static final String ORIGINAL_OFFSET = "dlt-original-offset";
    public static final String REASON = "dlt-reason";

    private static final int MAX_REASON_CHARACTERS = 500;
    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);

    private final MessagePublisher publisher;
    private final MeterRegistry meters;

    public DeadLetters(MessagePublisher publisher, MeterRegistry meters) {
        this.publisher = publisher;
        this.meters = meters;
    }

    /** Returns when the record is durable among the dead letters. */
    public void setAside(ConsumerRecord<byte[], byte[]> consumed, String reason) {
        var shortReason =
                reason.length() > MAX_REASON_CHARACTERS
                        ? reason.substring(0, MAX_REASON_CHARACTERS)
                        : reason;
        var letter =
                new ProducerRecord<>(
                        consumed.topic() + ".dlt", null, consumed.key(), consumed.value());
        consumed.headers().forEach(letter.headers()::add);
        letter.headers().add(ORIGINAL_TOPIC, consumed.topic().getBytes(UTF_8));
        letter.headers().add(ORIGINAL_PARTITION, text(consumed.partition()));
        letter.headers().add(ORIGINAL_OFFSET, text(consumed.offset()));
        letter.headers().add(REASON, shortReason.getBytes(UTF_8));
        publisher.sendAll(List.of(letter));
        meters.counter("paylater.dead.letters", "topic", consumed.topic()).increment();
        log.error(
                "Dead letter from {}-{}@{}: {}. Look with './paylater dlq list'.",
                consumed.topic(),
                consumed.partition(),
                consumed.offset(),
                shortReason);
    }

    private static byte[] text(long number) {
        return Long.toString(number).getBytes(UTF_8);
    }
}
