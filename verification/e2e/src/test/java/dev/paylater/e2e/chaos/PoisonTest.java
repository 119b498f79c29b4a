package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.RunningStack;
import dev.paylater.e2e.Script;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Records that nobody can make anything of, on every topic that somebody reads. */
@ExtendWith(RunningStack.class)
class PoisonTest {

    private static final int PER_TOPIC = 100;
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int PAYMENTS_AFTERWARDS = 24;
    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    /** The replies' one partition that the first api-service reads. */
    private static final List<String> TOPICS =
            List.of(
                    "payments.commands",
                    "payments.replies",
                    "refunds.commands",
                    "connectors.sandbox",
                    "connectors.klarna",
                    "connectors.afterpay_clearpay",
                    "connectors.mondu");

    private final Random random = new Random(42);

    @Test
    void poison_is_set_aside_with_its_bytes_and_a_reason_and_stops_nobody() {
        var paymentId = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        var event = lastOf("payments.events", paymentId);
        var command = lastOf("payments.commands", paymentId);
        var sent = new HashMap<String, List<ByteBuffer>>();
        try (var producer = producer()) {
            for (var topic : TOPICS) {
                var partitions = producer.partitionsFor(topic).size();
                for (var i = 0; i < PER_TOPIC; i++) {
                    var value = poison(i, event.value(), command.value());
                    var partition = topic.equals("payments.replies") ? 0 : i % partitions;
                    var _ = producer.send(record(topic, partition, i, value));
                    sent.computeIfAbsent(topic, _ -> new ArrayList<>()).add(ByteBuffer.wrap(value));
                }
            }
        }
        for (var i = 0; i < PAYMENTS_AFTERWARDS; i++) {
            MERCHANT.pay("", "automatic").expect(200);
        }
        sent.forEach(PoisonTest::awaitDeadLetters);
    }

    @Test
    void what_was_only_unlucky_is_brought_back_by_a_replay() {
        // It names nobody: what is sealed for one payment cannot be opened in another.
        var body =
                """
                {"amount": 6540, "currency": "EUR", "confirm": true, "capture_method": "manual",
                 "payment_method": "pay_later", "payment_method_type": "invoice"}
                """;
        var paymentId = MERCHANT.post("/payments", body).expect(200).string("payment_id");
        var created = firstOf("payments.commands", paymentId);
        // The command, for a payment that does not exist, as if it had been set aside.
        var twin = paymentId.substring(0, 27) + "ZZZ";
        var value = replace(created.value(), paymentId, twin);
        var letter =
                new ProducerRecord<>(
                        "payments.commands.dlt",
                        null,
                        replace(created.key(), paymentId, twin),
                        value);
        letter.headers().add("message-id", bytes("unlucky/" + twin));
        letter.headers().add("dlt-original-topic", bytes("payments.commands"));
        letter.headers().add("dlt-reason", bytes("a bug that is fixed by now"));
        try (var producer = producer()) {
            var _ = producer.send(letter);
        }
        assertThat(MERCHANT.get("/payments/" + twin).status()).isEqualTo(404);
        assertThat(Script.succeed("dlq", "replay", "payments.commands.dlt")).contains("Replayed");
        var end = Instant.now().plus(SOON);
        while (MERCHANT.get("/payments/" + twin).status() != 200) {
            assertThat(Instant.now()).as("the replayed payment does not come").isBefore(end);
            MerchantClient.pause();
        }
        MERCHANT.await(twin, SOON, "requires_capture");
    }

    private byte[] poison(int number, byte[] wrongType, byte[] command) {
        var noise = new byte[1 + random.nextInt(300)];
        random.nextBytes(noise);
        return switch (number % 5) {
            case 0 -> noise;
            case 1 ->
                    ByteBuffer.allocate(noise.length + 5)
                            .put((byte) 0)
                            .putInt(987654)
                            .put(noise)
                            .array();
            case 2 -> wrongType;
            // Fields are missing.
            case 3 -> Arrays.copyOf(command, 5 + random.nextInt(command.length / 2));
            // A schema that exists, and bytes that do not fit it: lengths of gigabytes among
            // others.
            default -> ByteBuffer.allocate(noise.length + 5).put(command, 0, 5).put(noise).array();
        };
    }

    /** Every tenth has no message id, or one without a value. */
    private static ProducerRecord<byte[], byte[]> record(
            String topic, int partition, int number, byte[] value) {
        var outgoing =
                new ProducerRecord<>(topic, partition, bytes("merchant_sandbox/poison"), value);
        if (number % 10 == 9) {
            outgoing.headers().add(new RecordHeader("message-id", (byte[]) null));
        } else if (number % 10 != 8) {
            outgoing.headers().add("message-id", bytes("poison-" + number));
        }
        return outgoing;
    }

    private static void awaitDeadLetters(String topic, List<ByteBuffer> poison) {
        var missing = new ArrayList<>(poison);
        var end = Instant.now().plus(SOON);
        while (!missing.isEmpty()) {
            missing = new ArrayList<>(poison);
            for (var letter : WholeTopic.read(topic + ".dlt")) {
                if (letter.headers().lastHeader("dlt-reason") != null) {
                    missing.remove(ByteBuffer.wrap(letter.value()));
                }
            }
            if (Instant.now().isAfter(end)) {
                assertThat(missing).as("not among the dead letters of " + topic).isEmpty();
            }
        }
    }

    private static ConsumerRecord<byte[], byte[]> lastOf(String topic, String paymentId) {
        return of(topic, paymentId).getLast();
    }

    private static ConsumerRecord<byte[], byte[]> firstOf(String topic, String paymentId) {
        return of(topic, paymentId).getFirst();
    }

    private static List<ConsumerRecord<byte[], byte[]>> of(String topic, String paymentId) {
        return WholeTopic.read(topic).stream()
                .filter(r -> r.key() != null)
                .filter(r -> new String(r.key(), StandardCharsets.UTF_8).endsWith(paymentId))
                .toList();
    }

    private static KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, WholeTopic.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static byte[] replace(byte[] in, String old, String fresh) {
        var latin = new String(in, StandardCharsets.ISO_8859_1);
        return latin.replace(old, fresh).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
