package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.messaging.UnreadableMessage;
import dev.paylater.schemas.CancelPayment;
import dev.paylater.schemas.Refusal;
import dev.paylater.schemas.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Confluent's own serializer and deserializer against ours, and in the place of ours, where two
 * properties put them.
 */
class ConfluentSerdeTest {

    private static final String TOPIC = "payments.replies";
    private static final List<String> SCHEMAS = new ArrayList<>();
    private static HttpServer registry;
    private static AvroCodec ours;
    private static AvroCodec theirs;

    @BeforeAll
    static void configure() throws IOException {
        var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        registry = HttpServer.create(anyPort, 0);
        registry.createContext("/", ConfluentSerdeTest::answer);
        registry.start();
        ours = codec(Map.of());
        theirs =
                codec(
                        Map.of(
                                "paylater.kafka.serializer",
                                "io.confluent.kafka.serializers.KafkaAvroSerializer",
                                "paylater.kafka.deserializer",
                                "io.confluent.kafka.serializers.KafkaAvroDeserializer"));
    }

    @AfterAll
    static void stop() {
        registry.stop(0);
    }

    /** What a service makes of its properties. */
    private static AvroCodec codec(Map<String, String> more) {
        var url = "http://127.0.0.1:" + registry.getAddress().getPort();
        var properties = new HashMap<>(more);
        properties.put("paylater.kafka.bootstrap", "127.0.0.1:1");
        properties.put("paylater.kafka.registry-url", url);
        var settings =
                new Binder(new MapConfigurationPropertySource(properties))
                        .bind("paylater.kafka", KafkaSettings.class)
                        .get();
        return new KafkaConfiguration().avroCodec(settings, SchemaRegistry.at(url, Map.of()));
    }

    /** Gives each schema an id from 1 on, and shows it under its id. */
    private static synchronized void answer(HttpExchange exchange) throws IOException {
        var json = JsonMapper.shared();
        var path = exchange.getRequestURI().getPath();
        Map<String, ?> answer;
        if (path.startsWith("/schemas/ids/")) {
            var id = Integer.parseInt(path.substring("/schemas/ids/".length()));
            answer = Map.of("schema", SCHEMAS.get(id - 1));
        } else {
            var schema = json.readTree(exchange.getRequestBody()).path("schema").asString();
            if (!SCHEMAS.contains(schema)) {
                SCHEMAS.add(schema);
            }
            answer = Map.of("id", SCHEMAS.indexOf(schema) + 1);
        }
        try (exchange) {
            var bytes = json.writeValueAsString(answer).getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    static List<SpecificRecord> messages() {
        return List.of(
                new Reply("abc", new Refusal("IR_16", "nö €", null), null),
                new Reply("abc", null, ByteBuffer.wrap(new byte[] {1, 2, 3})),
                new CancelPayment(
                        "merchant", "pay_1", 1_767_225_600_000L, null, "duplicate", Map.of()));
    }

    @Test
    void the_properties_take_effect() {
        assertThat(ours).isNotInstanceOf(SerdeCodec.class);
        assertThat(theirs).isInstanceOf(SerdeCodec.class);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void theirs_reads_what_ours_writes(SpecificRecord message) {
        assertThat(theirs.decode(ours.encode(TOPIC, message))).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void ours_reads_what_theirs_writes(SpecificRecord message) {
        assertThat(ours.decode(theirs.encode(TOPIC, message))).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void both_write_the_same_bytes(SpecificRecord message) {
        assertThat(theirs.encode(TOPIC, message)).isEqualTo(ours.encode(TOPIC, message));
    }

    @Test
    void theirs_too_tells_what_is_no_record() {
        assertThatThrownBy(() -> theirs.decode(new byte[] {1, 2, 3}))
                .isInstanceOf(UnreadableMessage.class);
    }

    @Test
    void one_without_the_other_is_refused() {
        var half =
                Map.of(
                        "paylater.kafka.serializer",
                        "io.confluent.kafka.serializers.KafkaAvroSerializer");
        assertThatThrownBy(() -> codec(half))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("go together");
    }
}
