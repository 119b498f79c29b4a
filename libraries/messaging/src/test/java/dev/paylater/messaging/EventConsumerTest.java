package dev.paylater.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.schemas.AuditEvent;
import dev.paylater.schemas.PaymentSnapshot;
import dev.paylater.schemas.PaymentState;
import dev.paylater.schemas.RefundEvent;
import dev.paylater.schemas.RefundSnapshot;
import dev.paylater.teststack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class EventConsumerTest {

    private final Stack stack = Stack.shared();
    private final String topic = "refunds.events." + UUID.randomUUID();
    private final SchemaRegistry registry = SchemaRegistry.at(stack.registryUrl(), Map.of());
    private final BlockingQueue<Received<RefundEvent>> handled = new LinkedBlockingQueue<>();

    @BeforeEach
    void createTopic() throws Exception {
        try (var admin =
                Admin.create(Map.<String, Object>of("bootstrap.servers", stack.bootstrap()))) {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.empty())))
                    .all()
                    .get();
        }
    }

    @Test
    void what_repeats_or_was_overtaken_is_left_out_and_what_is_missing_is_counted()
            throws Exception {
        send(event("ref_1", 1), event("ref_1", 1), event("ref_1", 2), event("ref_1", 1));
        send(event("ref_2", 1), event("ref_1", 5));

        reading(
                handled::add,
                () ->
                        assertThat(taken(4))
                                .containsExactly(
                                        "merchant/pay_1/ref_1 1 0",
                                        "merchant/pay_1/ref_1 2 0",
                                        "merchant/pay_1/ref_2 1 0",
                                        "merchant/pay_1/ref_1 5 2"));

        assertThat(handled).isEmpty();
    }

    @Test
    void what_fails_is_tried_again() throws Exception {
        send(event("ref_1", 1));
        var tries = new ArrayList<Long>();

        reading(
                received -> {
                    tries.add(received.sequence());
                    if (tries.size() < 3) {
                        throw new IllegalStateException("the ledger is away");
                    }
                    handled.add(received);
                },
                () -> taken(1));

        assertThat(tries).containsExactly(1L, 1L, 1L);
    }

    @Test
    void what_cannot_be_read_or_handled_is_set_aside_and_holds_up_nothing() throws Exception {
        sendBytes("junk".getBytes(UTF_8));
        send(event("ref_bad", 1), event("ref_good", 1));

        reading(
                received -> {
                    if (received.subject().endsWith("ref_bad")) {
                        throw new IllegalStateException("no such account");
                    }
                    handled.add(received);
                },
                () -> assertThat(taken(1)).containsExactly("merchant/pay_1/ref_good 1 0"));

        var letters = letters(2);
        assertThat(letters.getFirst().value()).isEqualTo("junk".getBytes(UTF_8));
        assertThat(header(letters.getFirst(), "dlt-original-topic")).isEqualTo(topic);
        assertThat(header(letters.getFirst(), "dlt-original-offset")).isEqualTo("0");
        assertThat(header(letters.getLast(), "dlt-reason")).contains("no such account");
    }

    @Test
    void the_next_process_goes_on_where_the_last_one_ended() throws Exception {
        send(event("ref_1", 1));
        reading(handled::add, () -> taken(1));
        send(event("ref_1", 2));
        reading(
                handled::add,
                () ->
                        assertThat(taken(1))
                                .as("it knows nothing of what was before")
                                .containsExactly("merchant/pay_1/ref_1 2 1"));
        assertThat(handled).isEmpty();
    }

    @Test
    void what_nobody_handles_is_passed_over() throws Exception {
        send(
                AuditEvent.newBuilder()
                        .setAuditId("aud_1")
                        .setActId("act_1")
                        .setAt(0)
                        .setOutcome("done")
                        .setAction("createApiKey")
                        .setActor("owner")
                        .setAddress("127.0.0.1")
                        .setRequestId("req_1")
                        .build(),
                event("ref_1", 1));

        reading(handled::add, () -> assertThat(taken(1)).hasSize(1));
    }

    @Test
    void who_reads_has_a_name() {
        assertThatThrownBy(() -> EventConsumer.of(Map.of(), registry))
                .hasMessageContaining("group.id is missing");
    }

    @Test
    void a_payments_state_never_goes_back_and_is_no_event_of_it() throws Exception {
        send(state(5), state(3), state(5), state(6));
        var states = new LinkedBlockingQueue<String>();

        reading(
                PaymentState.class,
                received -> states.add("%s %d".formatted(received.subject(), received.sequence())),
                () -> {
                    assertThat(taken(states)).isEqualTo("merchant/pay_1/state 5");
                    assertThat(taken(states)).isEqualTo("merchant/pay_1/state 6");
                });
        assertThat(states).isEmpty();
    }

    private static String taken(BlockingQueue<String> states) {
        try {
            return String.valueOf(states.poll(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static PaymentState state(long sequence) {
        return new PaymentState(
                "merchant/pay_1#" + sequence,
                "merchant",
                "pay_1",
                sequence,
                0L,
                PaymentSnapshot.newBuilder()
                        .setStatus("processing")
                        .setAmount(6540)
                        .setNetAmount(6540)
                        .setAmountCapturable(0)
                        .setAmountReceived(0)
                        .setAmountRefunded(0)
                        .setCurrency("EUR")
                        .setCaptureMethod("manual")
                        .setProfileId("pro_1")
                        .setCreated(0)
                        .setUpdated(0)
                        .setAttempts(List.of())
                        .setCaptures(List.of())
                        .setRefunds(List.of())
                        .build());
    }

    private void reading(EventConsumer.Handler<RefundEvent> handler, Runnable meanwhile)
            throws InterruptedException {
        reading(RefundEvent.class, handler, meanwhile);
    }

    private <E extends SpecificRecord> void reading(
            Class<E> type, EventConsumer.Handler<E> handler, Runnable meanwhile)
            throws InterruptedException {
        var kafka =
                Map.<String, Object>of("bootstrap.servers", stack.bootstrap(), "group.id", "shop");
        var events = EventConsumer.of(kafka, registry).on(type, handler);
        var thread = Thread.ofPlatform().start(() -> events.run(List.of(topic)));
        try {
            meanwhile.run();
        } finally {
            events.stop();
            thread.join();
        }
    }

    private List<String> taken(int count) {
        var taken = new ArrayList<String>();
        try {
            while (taken.size() < count) {
                var next = handled.poll(30, TimeUnit.SECONDS);
                assertThat(next).as("after %s", taken).isNotNull();
                taken.add("%s %d %d".formatted(next.subject(), next.sequence(), next.missing()));
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return taken;
    }

    private void send(SpecificRecord... events) throws Exception {
        var codec = AvroCodec.of(registry);
        for (var event : events) {
            sendBytes(codec.encode(topic, event));
        }
    }

    private void sendBytes(byte[] value) throws InterruptedException, ExecutionException {
        try (var producer =
                new KafkaProducer<>(
                        Map.<String, Object>of("bootstrap.servers", stack.bootstrap()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, 0, "merchant/pay_1".getBytes(UTF_8), value))
                    .get();
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> letters(int count) {
        var letters = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        try (var consumer =
                new KafkaConsumer<>(
                        Map.<String, Object>of(
                                "bootstrap.servers",
                                stack.bootstrap(),
                                "group.id",
                                UUID.randomUUID().toString(),
                                "auto.offset.reset",
                                "earliest"),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(topic + ".shop.dlt"));
            while (letters.size() < count) {
                consumer.poll(Duration.ofMillis(200)).forEach(letters::add);
            }
        }
        return letters;
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), UTF_8);
    }

    private static RefundEvent event(String refundId, long sequence) {
        return RefundEvent.newBuilder()
                .setEventId("evt_" + refundId + "_" + sequence)
                .setType("refund_pending")
                .setMerchantId("merchant")
                .setPaymentId("pay_1")
                .setSequence(sequence)
                .setOccurredAt(0)
                .setCause("cmd_1")
                .setRefund(
                        RefundSnapshot.newBuilder()
                                .setRefundId(refundId)
                                .setStatus("pending")
                                .setAmount(100)
                                .setCurrency("EUR")
                                .setConnector("sandbox")
                                .setMerchantConnectorId("mca_1")
                                .setProfileId("pro_1")
                                .setCreatedAt(0)
                                .setUpdatedAt(0)
                                .build())
                .build();
    }
}
