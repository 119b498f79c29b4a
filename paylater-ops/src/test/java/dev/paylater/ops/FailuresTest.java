package dev.paylater.ops;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.paylater.broker.LocalBroker;
import dev.paylater.teststack.Stack;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong is told in a sentence, in bounded time, and without a password. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class FailuresTest {
    private static final String NOBODY = "127.0.0.1:1";
    private static final String PLAIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required ";
    private static final String SECRET = "s3cret-of-ops";

    @TempDir private Path folder;

    private final Ops ops = new Ops();

    @Test
    void without_a_command_or_with_an_unknown_one_the_commands_are_shown() {
        assertThat(ops.run().exitCode()).isEqualTo(2);
        var unknown = ops.run("reconcyle");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("reconcile");
        assertThat(ops.run("settle", "refund", "m", "r").err()).contains("--reason", "--result");
        assertThat(ops.run("reconcile", "--since", "yesterday").exitCode()).isEqualTo(2);
    }

    @Test
    void help_says_every_command_and_what_the_exit_codes_mean() {
        var help = ops.run("--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.out())
                .contains("status", "trace", "stuck", "dlq", "reconcile", "settle", "completion")
                .contains("--bootstrap-servers", "PAYLATER_KAFKA_BOOTSTRAP", "Exit codes:");
        assertThat(ops.run("reconcile", "--help").out()).contains("--merchant", "--mongodb-uri");
    }

    @Test
    void what_is_not_named_is_said_with_its_option_and_its_variable() {
        said(
                "Kafka is not named: give --bootstrap-servers or set PAYLATER_KAFKA_BOOTSTRAP.",
                "dlq",
                "list");
        said("The store is not named: give --mongodb-uri or set PAYLATER_MONGODB_URI.", "stuck");
        said(
                "An administrator's key is not named: give --admin-key-file or set"
                        + " PAYLATER_ADMIN_KEY.",
                "settle",
                "refund",
                "m",
                "r",
                "--result",
                "failed",
                "--reason",
                "x",
                "--api",
                "http://h:1");
        said(
                "api-service is named by a URL, as in https://HOST:PORT.",
                "settle",
                "refund",
                "m",
                "r",
                "--result",
                "failed",
                "--reason",
                "x",
                "--api",
                "h:1");
    }

    @Test
    void a_password_in_an_argument_is_refused_and_not_repeated() {
        var result = ops.run("stuck", "--mongodb-uri", "mongodb://ada:" + SECRET + "@h/paylater");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.errors())
                .hasSize(1)
                .allMatch(line -> line.contains("PAYLATER_MONGODB_URI"));
        assertThat(result.err()).doesNotContain(SECRET);
    }

    @Test
    void a_broker_that_is_away_is_said_within_seconds() {
        said("Kafka does not answer.", "dlq", "list", "--bootstrap-servers", NOBODY);
    }

    @Test
    void a_store_that_is_away_is_said_within_seconds() {
        said(
                "The store does not answer.",
                "stuck",
                "--mongodb-uri",
                "mongodb://" + NOBODY + "/paylater");
    }

    @Test
    void an_api_that_is_away_is_said() throws Exception {
        Path key = Files.writeString(folder.resolve("key"), SECRET + "\n");
        said(
                "Nothing answers at 127.0.0.1:1.",
                "trace",
                "pay_1",
                "--api",
                "http://" + NOBODY,
                "--admin-key-file",
                key.toString());
    }

    @Test
    void a_login_that_kafka_refuses_is_said() throws Exception {
        int port = LocalBroker.freePort();
        int loginPort = LocalBroker.freePort();
        var settings =
                Map.of(
                        "listeners",
                        "PLAINTEXT://127.0.0.1:%s,LOGIN://127.0.0.1:%s,CONTROLLER://127.0.0.1:%s"
                                .formatted(port, loginPort, port + 1000),
                        "advertised.listeners",
                        "PLAINTEXT://127.0.0.1:%s,LOGIN://127.0.0.1:%s".formatted(port, loginPort),
                        "listener.security.protocol.map",
                        "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,LOGIN:SASL_PLAINTEXT",
                        "listener.name.login.sasl.enabled.mechanisms",
                        "PLAIN",
                        "listener.name.login.plain.sasl.jaas.config",
                        PLAIN + "user_ops=\"another\";");
        try (var _ = LocalBroker.start(port, folder.resolve("kafka"), settings)) {
            Path file =
                    Files.writeString(
                            folder.resolve("kafka.properties"),
                            """
                            security.protocol=SASL_PLAINTEXT
                            sasl.mechanism=PLAIN
                            sasl.jaas.config=%s username="ops" password="%s";
                            """
                                    .formatted(PLAIN, SECRET));
            said(
                    "Kafka refuses the login.",
                    "dlq",
                    "list",
                    "--bootstrap-servers",
                    "127.0.0.1:" + loginPort,
                    "--kafka-config",
                    file.toString());
        }
    }

    @Test
    void a_login_that_the_store_refuses_is_said() {
        String uri = Stack.shared().mongoUri("ops").replace("//", "//ada:" + SECRET + "@");
        ops.with("PAYLATER_MONGODB_URI", uri);
        said("The store refuses the login.", "stuck");
    }

    @Test
    void settings_that_kafkas_client_does_not_take_are_not_repeated() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("kafka.properties"),
                        """
                        security.protocol=SASL_SSL
                        sasl.mechanism=PLAIN
                        sasl.jaas.config=garbage %s
                        """
                                .formatted(SECRET));
        var result =
                ops.run(
                        "dlq",
                        "list",
                        "--bootstrap-servers",
                        NOBODY,
                        "--kafka-config",
                        file.toString());
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.errors()).hasSize(1);
        assertThat(result.err()).doesNotContain(SECRET);
    }

    @Test
    void an_answer_that_refuses_is_shown() throws Exception {
        var api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        api.createContext(
                "/",
                exchange -> {
                    var body = "{\"error\":\"no such refund\"}".getBytes(UTF_8);
                    exchange.sendResponseHeaders(404, body.length);
                    try (exchange) {
                        exchange.getResponseBody().write(body);
                    }
                });
        api.start();
        try {
            ops.with("PAYLATER_ADMIN_KEY", SECRET)
                    .with("PAYLATER_API_URL", "http://127.0.0.1:" + api.getAddress().getPort());
            said(
                    "POST /admin/merchants/m/refunds/r/settle answered 404: {\"error\":\"no such"
                            + " refund\"}",
                    "settle",
                    "refund",
                    "m",
                    "r",
                    "--result",
                    "failed",
                    "--reason",
                    "x");
        } finally {
            api.stop(0);
        }
    }

    private void said(String sentence, String... arguments) {
        var result = ops.run(arguments);
        assertThat(result.errors()).containsExactly(sentence);
        assertThat(result.exitCode()).isEqualTo(3);
    }
}
