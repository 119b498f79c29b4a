package dev.paylater.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.paylater.broker.LocalBroker;
import dev.paylater.launcher.process.Home;
import dev.paylater.launcher.process.Infrastructure;
import dev.paylater.launcher.process.Ports;
import dev.paylater.launcher.process.Processes;
import dev.paylater.launcher.process.Service;
import dev.paylater.ops.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kafka, a store and a registry that somebody runs already and names at up. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NamedServersTest {
    private static final String NOBODY = "127.0.0.1:1";

    @TempDir Path state;
    @TempDir Path theirs;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final StringWriter complained = new StringWriter();
    private final Ports ports = Ports.anywhereFree();

    @Test
    void named_servers_are_used_and_neither_started_nor_stopped() throws Exception {
        int port = LocalBroker.freePort();
        String kafka = "127.0.0.1:" + port;
        var registry = registryThatAnswers();
        try (var _ = LocalBroker.start(port, theirs)) {
            String url = "http://127.0.0.1:" + registry.getAddress().getPort();

            assertThat(run("up", "--kafka", kafka, "--registry", url, "kafka", "registry"))
                    .isZero();
            assertThat(stack().processes().pidFiles().all()).isEmpty();
            var servers = stack().infrastructure();
            assertThat(servers.address(Service.KAFKA)).isEqualTo(kafka);
            assertThat(servers.isOwn(Service.STORE)).isTrue();
            assertThat(servers.address(Service.REGISTRY)).isEqualTo(url);

            assertThat(run("dlq", "list")).isZero();
            assertThat(printed()).contains("No dead letters.");
            assertThat(run("start", "kafka")).isEqualTo(1);
            assertThat(complained.toString()).contains("kafka is yours (" + kafka + ")");

            assertThat(run("down")).isZero();
            try (var readiness = stack().processes().readiness()) {
                assertThat(readiness.answers(Service.KAFKA, kafka)).isTrue();
            }
            assertThat(stack().infrastructure().address(Service.KAFKA))
                    .isEqualTo("127.0.0.1:" + ports.of(Service.KAFKA));
        } finally {
            registry.stop(0);
        }
    }

    @Test
    void status_shows_a_named_server_without_its_password_and_whether_it_is_away()
            throws Exception {
        remember(Service.KAFKA, NOBODY);
        rememberSelfAsSimulator();

        assertThat(run("status")).isEqualTo(1);
        assertThat(printed()).containsPattern("kafka +yours +away +" + NOBODY);

        stack().infrastructure()
                .use(Map.of(Service.STORE, "mongodb://ada:secret@127.0.0.1:1/theirs?w=1"));
        run("status");
        assertThat(printed()).containsPattern("store +yours +away +127.0.0.1:1/theirs");
        assertThat(printed()).doesNotContain("secret");
    }

    @Test
    void an_address_at_which_nobody_answers_is_refused_and_not_remembered() throws Exception {
        assertThat(up("--kafka", NOBODY)).isEqualTo(1);
        assertThat(complained.toString())
                .contains("No kafka answers at the address that you named");
        assertThat(stack().infrastructure().isOwn(Service.KAFKA)).isTrue();
    }

    @Test
    void what_cannot_be_an_address_is_refused_with_what_one_looks_like() throws Exception {
        assertThat(up("--kafka", "localhost")).isEqualTo(1);
        assertThat(up("--mongodb", "mongodb://localhost:27017")).isEqualTo(1);
        assertThat(up("--mongodb", "localhost")).isEqualTo(1);
        assertThat(up("--registry", "localhost:8081")).isEqualTo(1);
        assertThat(complained.toString())
                .contains("Kafka is named as HOST:PORT, not 'localhost'")
                .contains("must name a database, as in mongodb://localhost:27017/paylater")
                .contains("This is no MongoDB URI")
                .contains("not 'localhost:8081'");
    }

    @Test
    void other_servers_are_refused_while_something_runs() throws Exception {
        rememberSelfAsSimulator();

        assertThat(up("--kafka", NOBODY)).isEqualTo(1);
        assertThat(complained.toString()).contains("'./paylater down' first");
    }

    private static HttpServer registryThatAnswers() throws Exception {
        var registry =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.createContext(
                "/subjects",
                exchange -> {
                    exchange.sendResponseHeaders(200, 2);
                    try (var body = exchange.getResponseBody()) {
                        body.write("[]".getBytes(UTF_8));
                    }
                });
        registry.start();
        return registry;
    }

    /** Of the servers alone: what would be started beside them is not built here. */
    private int up(String... options) throws Exception {
        var arguments = new ArrayList<>(List.of("up"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("kafka", "store", "registry"));
        return run(arguments.toArray(String[]::new));
    }

    private int run(String... arguments) throws Exception {
        return Paylater.commandLine(stack()).setErr(new PrintWriter(complained)).execute(arguments);
    }

    private RunningSystem stack() throws Exception {
        var console = new Console(new PrintStream(printed, true, UTF_8), false);
        var home = new Home(state, state, state.resolve("apps"));
        return new RunningSystem(
                home, ports, new Processes(home, ports, Map.of(), console), console);
    }

    private String printed() {
        return printed.toString(UTF_8);
    }

    private void remember(Service service, String address) throws Exception {
        Infrastructure servers = stack().infrastructure();
        servers.use(Map.of(service, address));
    }

    private void rememberSelfAsSimulator() throws Exception {
        var self = ProcessHandle.current();
        Files.createDirectories(state.resolve("pids"));
        Files.writeString(
                state.resolve("pids").resolve("provider-simulator.pid"),
                "service=provider-simulator\nnumber=1\npid=%d\nport=1\nstartedAt=%s\n"
                        .formatted(self.pid(), self.info().startInstant().orElseThrow()));
    }
}
