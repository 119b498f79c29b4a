package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.UnreadableMessage;
import dev.paylater.schemas.Refusal;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** The publisher and the dead letters, on Kafka's own producer for tests. */
class MessagePublisherTest {

    private static final Refusal VALUE = new Refusal("IR_16", "no", null);

    private final MemoryRegistry registry = new MemoryRegistry();
    private final AvroCodec codec = AvroCodec.of(registry);
    private final MeterRegistry meters = new SimpleMeterRegistry();

    private int flushes;

    /** A flush leaves it to the test when what was sent is acknowledged. */
    private MockProducer<byte[], byte[]> producer(boolean acknowledges) {
        return new MockProducer<>(
                acknowledges, null, new ByteArraySerializer(), new ByteArraySerializer()) {
            @Override
            public synchronized void flush() {
                flushes++;
            }
        };
    }

    private static Outgoing message(MessageContext context) {
        return Outgoing.of("topic", "merchant/pay_1", "message-1", context, VALUE);
    }

    private static Map<String, String> texts(Headers headers) {
        var texts = new LinkedHashMap<String, String>();
        headers.forEach(header -> texts.put(header.key(), new String(header.value(), UTF_8)));
        return texts;
    }

    private static ProducerRecord<byte[], byte[]> only(MockProducer<byte[], byte[]> producer) {
        assertThat(producer.history()).hasSize(1);
        return producer.history().getFirst();
    }

    @Test
    void a_message_carries_its_id_and_where_it_comes_from() {
        var producer = producer(true);
        var context = new MessageContext("cause-1", "request-1", "00-trace-01");
        new MessagePublisher(producer, codec).publish(message(context)).join();
        var sent = only(producer);
        assertThat(sent.topic()).isEqualTo("topic");
        assertThat(sent.partition()).isNull();
        assertThat(new String(sent.key(), UTF_8)).isEqualTo("merchant/pay_1");
        assertThat(codec.decode(sent.value())).isEqualTo(VALUE);
        assertThat(texts(sent.headers()))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "message-id", "message-1",
                                "causation-id", "cause-1",
                                "x-request-id", "request-1",
                                "traceparent", "00-trace-01"));
    }

    @Test
    void what_is_not_known_of_its_origin_is_left_out() {
        var producer = producer(true);
        new MessagePublisher(producer, codec).publish(message(MessageContext.NONE)).join();
        assertThat(texts(only(producer).headers()))
                .containsExactly(Map.entry("message-id", "message-1"));
    }

    @Test
    void a_reader_gets_what_was_published() {
        var producer = producer(true);
        var context = new MessageContext("cause-1", "request-1", "00-trace-01");
        new MessagePublisher(producer, codec).publish(message(context)).join();
        var sent = only(producer);
        var consumed = new ConsumerRecord<>("topic", 0, 0, sent.key(), sent.value());
        sent.headers().forEach(consumed.headers()::add);
        assertThat(new MessageReader(codec).read(consumed))
                .isEqualTo(
                        new Incoming(
                                "merchant/pay_1",
                                "message-1",
                                context,
                                VALUE,
                                sent.value().length));
    }

    @Test
    void a_record_without_key_value_or_id_is_unreadable() {
        var reader = new MessageReader(codec);
        var value = codec.encode("topic", VALUE);
        for (var consumed :
                List.of(
                        new ConsumerRecord<byte[], byte[]>("topic", 0, 0, null, value),
                        new ConsumerRecord<byte[], byte[]>("topic", 0, 0, new byte[1], null),
                        new ConsumerRecord<byte[], byte[]>("topic", 0, 0, new byte[1], value))) {
            assertThatThrownBy(() -> reader.read(consumed)).isInstanceOf(UnreadableMessage.class);
        }
    }

    @Test
    void it_is_published_when_it_is_acknowledged_and_not_before() {
        var producer = producer(false);
        var published = new MessagePublisher(producer, codec).publish(message(MessageContext.NONE));
        assertThat(published).isNotDone();
        producer.completeNext();
        assertThat(published).isCompletedWithValue(null);
    }

    @Test
    void a_failure_of_the_broker_is_reported() {
        var producer = producer(false);
        var published = new MessagePublisher(producer, codec).publish(message(MessageContext.NONE));
        producer.errorNext(new TimeoutException("away"));
        assertThatThrownBy(published::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void what_is_sent_together_goes_at_once_and_together() {
        var publisher = publisher(producer(true), 1);
        for (var i = 0; i < 100; i++) {
            publisher.publishAll(
                    List.of(message(MessageContext.NONE), message(MessageContext.NONE)));
        }
        assertThat(flushes).isEqualTo(100);
    }

    @Test
    void what_comes_alone_goes_at_once() {
        publishHundred(4);
        assertThat(flushes).isEqualTo(100);
    }

    @Test
    void what_follows_closely_is_left_to_go_together() {
        publishHundred(1);
        assertThat(flushes).as("until it is known that they do").isBetween(1, 40);
    }

    private void publishHundred(long millisApart) {
        var publisher = publisher(producer(true), millisApart);
        for (var i = 0; i < 100; i++) {
            publisher.publish(message(MessageContext.NONE)).join();
        }
    }

    /** A message each so many milliseconds. */
    private MessagePublisher publisher(Producer<byte[], byte[]> producer, long millis) {
        var nanos = new AtomicLong();
        return new MessagePublisher(
                producer,
                codec,
                new Pace(() -> nanos.addAndGet(millis * 1_000_000)),
                Runnable::run);
    }

    @Test
    void without_the_registry_nothing_is_sent() {
        var producer = producer(true);
        registry.away = true;
        var published = new MessagePublisher(producer, codec).publish(message(MessageContext.NONE));
        assertThatThrownBy(published::join).hasCauseInstanceOf(RegistryUnavailable.class);
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void all_are_published_in_order_or_the_failure_is_thrown() {
        var producer = producer(true);
        var publisher = new MessagePublisher(producer, codec);
        publisher.publishAll(List.of(message(MessageContext.NONE), message(MessageContext.NONE)));
        assertThat(producer.history()).hasSize(2);
        producer.sendException = new TimeoutException("away");
        assertThatThrownBy(() -> publisher.publishAll(List.of(message(MessageContext.NONE))))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void a_dead_letter_keeps_its_bytes_and_says_where_it_comes_from_and_why() {
        var producer = producer(true);
        var consumed =
                new ConsumerRecord<>("topic", 3, 17L, new byte[] {1, 2}, new byte[] {9, 8, 7});
        consumed.headers().add("message-id", "message-1".getBytes(UTF_8));
        new DeadLetters(new MessagePublisher(producer, codec), meters)
                .setAside(consumed, "r".repeat(600));
        assertThat(deadLettersOf("topic")).isOne();
        var letter = only(producer);
        assertThat(letter.topic()).isEqualTo("topic.dlt");
        assertThat(letter.partition()).isNull();
        assertThat(letter.key()).containsExactly(1, 2);
        assertThat(letter.value()).containsExactly(9, 8, 7);
        assertThat(texts(letter.headers()))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "message-id", "message-1",
                                "dlt-original-topic", "topic",
                                "dlt-original-partition", "3",
                                "dlt-original-offset", "17",
                                "dlt-reason", "r".repeat(500)));
    }

    @Test
    void a_dead_letter_that_is_not_durable_is_not_set_aside() {
        var producer = producer(true);
        producer.sendException = new TimeoutException("away");
        var letters = new DeadLetters(new MessagePublisher(producer, codec), meters);
        var consumed = new ConsumerRecord<>("topic", 0, 0, new byte[1], new byte[1]);
        assertThatThrownBy(() -> letters.setAside(consumed, "reason"))
                .isInstanceOf(TimeoutException.class);
        assertThat(deadLettersOf("topic")).isZero();
    }

    @Test
    void dead_letters_that_are_set_aside_together_are_waited_for_together_and_written_once() {
        var producer = producer(false);
        var letters = new DeadLetters(new MessagePublisher(producer, codec), meters);
        var two = List.of(letter(1), letter(2));

        var first = CompletableFuture.runAsync(() -> letters.setAside(two));
        while (producer.history().size() < 2) {
            Thread.onSpinWait();
        }
        producer.completeNext();
        producer.errorNext(new TimeoutException("away"));
        assertThatThrownBy(first::join).hasCauseInstanceOf(TimeoutException.class);
        assertThat(deadLettersOf("topic")).isOne();

        var second = CompletableFuture.runAsync(() -> letters.setAside(two));
        while (producer.history().size() < 3) {
            Thread.onSpinWait();
        }
        producer.completeNext();
        second.join();
        letters.setAside(two);
        assertThat(deadLettersOf("topic")).isEqualTo(2);
        assertThat(producer.history()).hasSize(3);
    }

    private static DeadLetters.Letter letter(long offset) {
        return new DeadLetters.Letter(
                new ConsumerRecord<>("topic", 0, offset, new byte[1], new byte[1]), "reason");
    }

    private double deadLettersOf(String topic) {
        return meters.counter("paylater.dead.letters", "topic", topic).count();
    }
}
