package dev.paylater.ops;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoClients;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.messaging.DeadLetter;
import dev.paylater.schemas.Topic;
import dev.paylater.teststack.Stack;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a broker and a store that somebody else runs. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PaylaterOpsTest {
    private static final String DEAD = "payments.commands.dlt";
    private static final Date LONG_AGO = Date.from(Instant.EPOCH);

    @TempDir private Path folder;

    private final Ops ops =
            new Ops()
                    .with("PAYLATER_KAFKA_BOOTSTRAP", Stack.shared().bootstrap())
                    .with("PAYLATER_MONGODB_URI", Stack.shared().mongoUri("ops_commands"))
                    .with("PAYLATER_REGISTRY_URL", Stack.shared().registryUrl());

    @BeforeAll
    static void fill() throws Exception {
        Map<String, Object> kafka = Map.of("bootstrap.servers", Stack.shared().bootstrap());
        List<String> topics = new ArrayList<>(List.of(DEAD));
        Topic.shared().forEach(topic -> topics.add(topic.name()));
        Topics.make(topics);
        try (var producer =
                new KafkaProducer<>(kafka, new StringSerializer(), new StringSerializer())) {
            var record = new ProducerRecord<>(DEAD, "m/pay_1", "noise");
            record.headers()
                    .add(DeadLetter.ORIGINAL_TOPIC, "payments.commands".getBytes(UTF_8))
                    .add(DeadLetter.REASON, "not Avro".getBytes(UTF_8));
            producer.send(record).get();
        }
        try (var mongo = MongoClients.create(Stack.shared().mongoUri("ops_commands"))) {
            var payments = mongo.getDatabase("ops_commands").getCollection("payments");
            payments.insertOne(
                    payment("m/pay_1", "processing")
                            .append(
                                    "journal",
                                    List.of(
                                            new Document("sequence", 1L)
                                                    .append("at", LONG_AGO)
                                                    .append(
                                                            "event",
                                                            new Document("t", "created")
                                                                    .append("d", "Ada"))))
                            .append("due", LONG_AGO));
            payments.insertOne(payment("m/pay_2", "succeeded"));
        }
    }

    private static Document payment(String id, String status) {
        return new Document("_id", id)
                .append("status", status)
                .append("payment", new Document("intent", new Document("currency", "EUR")));
    }

    @Test
    void status_shows_groups_dead_letters_and_what_is_stuck() throws Exception {
        var status = ops.run("status");
        assertThat(status.err()).isEmpty();
        assertThat(status.exitCode()).isEqualTo(1);
        assertThat(status.out())
                .contains("1 brokers at " + Stack.shared().bootstrap())
                .containsPattern("orchestrator-service +0 +\\d")
                .contains("! nobody reads for orchestrator-service")
                .contains("! 1 dead letters wait on " + DEAD)
                .contains("payments: 1 overdue by more than 30 s");

        JsonNode json = OpsJson.MAPPER.readTree(ops.run("status", "--json").out());
        assertThat(json.at("/kafka/brokers").asInt()).isEqualTo(1);
        assertThat(json.at("/kafka/missing")).isEmpty();
        assertThat(json.at("/stuck/payments_overdue").asInt()).isEqualTo(1);
        assertThat(json.path("troubles")).isNotEmpty();
    }

    @Test
    void stuck_lists_payments_by_what_they_suffer_from() throws Exception {
        var stuck = ops.run("stuck");
        assertThat(stuck.exitCode()).isEqualTo(1);
        assertThat(stuck.out()).containsPattern("payments_overdue +m/pay_1");

        JsonNode json = OpsJson.MAPPER.readTree(ops.run("stuck", "--json").out());
        assertThat(json.at("/kinds/0/ids/0").asText()).isEqualTo("m/pay_1");
    }

    @Test
    void without_a_key_trace_tells_from_the_store_what_nobody_has_typed() throws Exception {
        var trace = ops.run("trace", "pay_1", "--merchant", "m");
        assertThat(trace.exitCode()).isZero();
        assertThat(trace.out()).contains("1970-01-01T00:00:00Z", "type=created");
        assertThat(trace.out()).doesNotContain("Ada");
        assertThat(
                        OpsJson.MAPPER
                                .readTree(
                                        ops.run("trace", "pay_1", "--merchant", "m", "--json")
                                                .out())
                                .at("/moments/0/what/type")
                                .asText())
                .isEqualTo("created");

        assertThat(ops.run("trace", "pay_1").errors())
                .containsExactly(
                        "Without an administrator's key the store is read: --merchant says whose"
                                + " payment it is.");
        assertThat(ops.run("trace", "pay_9", "--merchant", "m").errors())
                .containsExactly("The store has no payment m/pay_9.");
    }

    @Test
    void dead_letters_are_listed_shown_and_put_back_once() throws Exception {
        var listed =
                OpsJson.MAPPER.readTree(
                        ops.run("dlq", "list", "--json").out().lines().findFirst().orElseThrow());
        assertThat(listed.path("reason").asText()).isEqualTo("not Avro");
        assertThat(ops.run("dlq", "show", DEAD, "0").out()).contains("key     m/pay_1");
        assertThat(ops.run("dlq", "show", DEAD, "7").errors())
                .containsExactly("No letter " + DEAD + " 7.");
        assertThat(ops.run("dlq", "replay", "no.such.dlt", "--json").out().strip())
                .isEqualTo("{\"replayed\":0}");
    }

    @Test
    void settling_goes_by_the_interface_of_administrators() throws Exception {
        List<String> asked = new ArrayList<>();
        var api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        api.createContext(
                "/",
                exchange -> {
                    asked.add(
                            exchange.getRequestHeaders().getFirst("admin-api-key")
                                    + " "
                                    + exchange.getRequestURI()
                                    + " "
                                    + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                    var body = "{\"status\":\"succeeded\"}".getBytes(UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    try (exchange) {
                        exchange.getResponseBody().write(body);
                    }
                });
        api.start();
        Path key = Files.writeString(folder.resolve("key"), "admin_1\n");
        ops.with("PAYLATER_API_URL", "http://127.0.0.1:" + api.getAddress().getPort() + "/");
        try {
            String file = key.toString();
            var operation =
                    ops.run(
                            "settle",
                            "operation",
                            "m",
                            "pay_1",
                            "op/1",
                            "--result",
                            "succeeded",
                            "--amount",
                            "500",
                            "--reason",
                            "portal",
                            "--admin-key-file",
                            file);
            assertThat(operation.out().strip()).isEqualTo("Settled. Its status is succeeded.");
            ops.run(
                    "settle",
                    "refund",
                    "m",
                    "ref_1",
                    "--result",
                    "FAILED",
                    "--reason",
                    "portal",
                    "--admin-key-file",
                    file);
            ops.run(
                    "settle",
                    "unwanted-money",
                    "m",
                    "pay_1",
                    "pay_1_1",
                    "--amount",
                    "7",
                    "--reason",
                    "portal",
                    "--admin-key-file",
                    file);
        } finally {
            api.stop(0);
        }
        assertThat(asked)
                .containsExactly(
                        "admin_1 /admin/merchants/m/payments/pay_1/operations/op%2F1/settle"
                            + " {\"result\":\"succeeded\",\"amount\":500,\"reason\":\"portal\"}",
                        "admin_1 /admin/merchants/m/refunds/ref_1/settle"
                                + " {\"result\":\"failed\",\"reason\":\"portal\"}",
                        "admin_1 /admin/merchants/m/payments/pay_1/unwanted_money/settle"
                            + " {\"attempt_id\":\"pay_1_1\",\"amount\":7,\"reason\":\"portal\"}");
    }

    @Test
    void reconcile_compares_without_a_ledger() throws Exception {
        var result = ops.run("reconcile", "--json");
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(1);
        JsonNode json = OpsJson.MAPPER.readTree(result.out());
        assertThat(json.path("payments").asInt()).isEqualTo(2);
        assertThat(json.path("differences"))
                .extracting(
                        each -> each.path("payment").asText() + " " + each.path("rule").asText())
                .containsExactlyInAnyOrder(
                        "m/pay_1 payment_event_status", "m/pay_2 payment_event_status");
        assertThat(ops.run("reconcile", "--merchant", "n").exitCode()).isZero();
    }

    @Test
    void completions_know_commands_and_options() {
        assertThat(ops.run("completion").out())
                .contains("complete -F _complete_paylater-ops", "reconcile", "--bootstrap-servers");
    }

    @Test
    void a_variable_names_a_file_as_it_does_in_a_service() throws Exception {
        String uri = Stack.shared().mongoUri("ops_commands");
        Files.writeString(folder.resolve("database"), "ops_commands\n");
        ops.with("SPRING_CONFIG_IMPORT", "configtree:" + folder + "/")
                .with("PAYLATER_MONGODB_URI", uri.replace("/ops_commands", "/${database}"));
        assertThat(ops.run("stuck").out()).contains("1 overdue");

        ops.with("SPRING_CONFIG_IMPORT", "");
        assertThat(ops.run("stuck").errors())
                .containsExactly(
                        "A variable names ${database}, and SPRING_CONFIG_IMPORT names no folder for"
                                + " it.");
    }
}
