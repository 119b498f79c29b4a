package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.messaging.DeadLetter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets aside a record that cannot be handled, with its original bytes and the reason, so that the
 * records after it are handled and it can be replayed.
 */
public final class DeadLetters {

    private static final int MAX_REASON_CHARACTERS = 500;
    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);

    private final MessagePublisher publisher;
    private final MeterRegistry meters;
    private final Map<Place, Boolean> written = Collections.synchronizedMap(new Latest());

    public DeadLetters(MessagePublisher publisher, MeterRegistry meters) {
        this.publisher = publisher;
        this.meters = meters;
    }

    /** A record, and why it cannot be handled. */
    public record Letter(ConsumerRecord<byte[], byte[]> consumed, String reason) {

        public Letter {
            reason =
                    reason.length() > MAX_REASON_CHARACTERS
                            ? reason.substring(0, MAX_REASON_CHARACTERS)
                            : reason;
        }

        private Place place() {
            return new Place(
                    consumed.topic(),
                    consumed.partition(),
                    consumed.offset(),
                    consumed.timestamp());
        }
    }

    /** Where a record was; the time tells apart those of a topic that was made anew. */
    private record Place(String topic, int partition, long offset, long timestamp) {}

    /** Returns when the record is durable among the dead letters. */
    public void setAside(ConsumerRecord<byte[], byte[]> consumed, String reason) {
        setAside(List.of(new Letter(consumed, reason)));
    }

    /**
     * Returns when all of them are durable among the dead letters. They are sent together, and what
     * this process has set aside is not written once more when it comes again.
     */
    public void setAside(Collection<Letter> letters) {
        var left = letters.stream().filter(letter -> !written.containsKey(letter.place())).toList();
        // Known before the first is sent: each would wait by itself while the broker is away.
        left.stream().map(DeadLetters::topic).distinct().forEach(publisher::partitions);
        var sent = publisher.send(left.stream().map(DeadLetters::message).toList());
        RuntimeException failure = null;
        for (var i = 0; i < left.size(); i++) {
            try {
                MessagePublisher.await(sent.get(i));
                note(left.get(i));
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** So that the first one is seen as a rise. */
    void countFromZero(String topic) {
        counter(topic);
    }

    private Counter counter(String topic) {
        return Counter.builder("paylater.dead.letters")
                .description("Records that nobody could handle")
                .tag("topic", topic)
                .register(meters);
    }

    private void note(Letter letter) {
        written.put(letter.place(), true);
        var consumed = letter.consumed();
        counter(consumed.topic()).increment();
        log.error(
                "Dead letter from {}-{}@{}: {}. Look with './paylater dlq list'.",
                consumed.topic(),
                consumed.partition(),
                consumed.offset(),
                letter.reason());
    }

    private static String topic(Letter letter) {
        return letter.consumed().topic() + ".dlt";
    }

    private static ProducerRecord<byte[], byte[]> message(Letter letter) {
        var consumed = letter.consumed();
        var message = new ProducerRecord<>(topic(letter), null, consumed.key(), consumed.value());
        consumed.headers().forEach(message.headers()::add);
        message.headers().add(DeadLetter.ORIGINAL_TOPIC, consumed.topic().getBytes(UTF_8));
        message.headers().add(DeadLetter.ORIGINAL_PARTITION, text(consumed.partition()));
        message.headers().add(DeadLetter.ORIGINAL_OFFSET, text(consumed.offset()));
        message.headers().add(DeadLetter.REASON, letter.reason().getBytes(UTF_8));
        return message;
    }

    private static byte[] text(long number) {
        return Long.toString(number).getBytes(UTF_8);
    }

    /** Enough for the polls of all consumers. */
    private static final class Latest extends LinkedHashMap<Place, Boolean> {

        private static final int MOST = 10_000;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, Boolean> eldest) {
            return size() > MOST;
        }
    }
}
