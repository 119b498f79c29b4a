package dev.paylater.refund;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.kit.kafka.TopicCreation;
import dev.paylater.kit.management.ManagementPort;
import dev.paylater.schemas.Topic;
import dev.paylater.teststack.Stack;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The service as it is deployed, with the test at every topic and at the port. */
final class RunningService implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ConfigurableApplicationContext context;
    private final HttpClient http = HttpClient.newHttpClient();
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread listening;
    private final List<Sent> sent = new CopyOnWriteArrayList<>();
    private final List<ConsumerRecord<byte[], byte[]>> deadLetters = new CopyOnWriteArrayList<>();

    /** Something that was published. */
    record Sent(String topic, int partition, String messageId, SpecificRecord value) {}

    RunningService(String mongoUri) {
        var stack = Stack.shared();
        context =
                new SpringApplicationBuilder(RefundApplication.class)
                        .profiles("local")
                        .run(
                                "--server.port=0",
                                "--paylater.instance=" + UUID.randomUUID(),
                                "--paylater.kafka.bootstrap=" + stack.bootstrap(),
                                "--paylater.kafka.registry-url=" + stack.registryUrl(),
                                "--paylater.mongodb.uri=" + mongoUri,
                                "--paylater.commands.threads=1");
        bean(TopicCreation.class).ensure(List.of(Topic.ofConnector("sandbox")));
        consumer = consumer(context.getBean(KafkaSettings.class));
        listening = Thread.ofPlatform().name("test-listener").start(this::listen);
    }

    private static KafkaConsumer<byte[], byte[]> consumer(KafkaSettings settings) {
        var config = KafkaConfiguration.consumer(settings, "test-" + UUID.randomUUID());
        var consumer = new KafkaConsumer<byte[], byte[]>(config);
        consumer.subscribe(
                List.of(
                        Topic.PAYMENT_COMMANDS.name(),
                        Topic.PAYMENT_REPLIES.name(),
                        Topic.REFUND_EVENTS.name(),
                        Topic.ofConnector("sandbox").name(),
                        Topic.REFUND_COMMANDS.deadLetters().name()));
        return consumer;
    }

    private void listen() {
        var reader = context.getBean(MessageReader.class);
        try (consumer) {
            while (true) {
                for (var consumed : consumer.poll(Duration.ofMillis(100))) {
                    if (consumed.topic().endsWith(".dlt")) {
                        deadLetters.add(consumed);
                        continue;
                    }
                    var message = reader.read(consumed);
                    sent.add(
                            new Sent(
                                    consumed.topic(),
                                    consumed.partition(),
                                    message.messageId(),
                                    message.value()));
                }
            }
        } catch (WakeupException e) {
            // The test is over.
        }
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    void tell(String messageId, String paymentId, SpecificRecord command) {
        bean(MessagePublisher.class)
                .publishAll(
                        List.of(
                                Outgoing.of(
                                        Topic.REFUND_COMMANDS.name(),
                                        Topic.key("merchant", paymentId),
                                        messageId,
                                        new MessageContext(null, "req-1", null),
                                        command)));
    }

    void tell(String paymentId, SpecificRecord command) {
        tell(UUID.randomUUID().toString(), paymentId, command);
    }

    /** Waits for a message of this kind that is wanted. */
    <T extends SpecificRecord> T expect(Class<T> type, Predicate<T> wanted) {
        return expect(type, wanted, 1).getFirst();
    }

    <T extends SpecificRecord> List<T> expect(Class<T> type, Predicate<T> wanted, int count) {
        return expectSent(type, wanted, count).stream().map(Sent::value).map(type::cast).toList();
    }

    <T extends SpecificRecord> List<Sent> expectSent(
            Class<T> type, Predicate<T> wanted, int count) {
        await(() -> find(type, wanted).size() >= count, type.getSimpleName());
        return find(type, wanted);
    }

    private <T extends SpecificRecord> List<Sent> find(Class<T> type, Predicate<T> wanted) {
        return sent.stream()
                .filter(one -> type.isInstance(one.value()) && wanted.test(type.cast(one.value())))
                .toList();
    }

    ConsumerRecord<byte[], byte[]> expectDeadLetter(
            Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
        await(() -> deadLetters.stream().anyMatch(wanted), "a dead letter");
        return deadLetters.stream().filter(wanted).findFirst().orElseThrow();
    }

    static void await(BooleanSupplier condition, String what) {
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited for " + what).isLessThan(end);
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** What the management port answers. */
    HttpResponse<String> manage(String path) throws IOException, InterruptedException {
        var port = bean(ManagementPort.class).number();
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)));
    }

    HttpRequest.Builder request(String path) {
        var port = context.getEnvironment().getProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            listening.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        context.close();
        http.close();
    }
}
