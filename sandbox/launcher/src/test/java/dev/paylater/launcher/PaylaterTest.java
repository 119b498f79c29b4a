package dev.paylater.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.paylater.launcher.process.Home;
import dev.paylater.launcher.process.Ports;
import dev.paylater.launcher.process.Processes;
import dev.paylater.ops.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaylaterTest {
    @TempDir Path state;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final StringWriter complained = new StringWriter();
    private Ports ports = Ports.anywhereFree();

    @Test
    void a_port_that_somebody_else_has_is_named_with_its_owner() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ports = new Ports(taken.getLocalPort() - 8090);
            putInPlace("provider-simulator");

            assertThat(run("start", "provider-simulator")).isEqualTo(1);
            assertThat(complained.toString())
                    .contains("Port " + taken.getLocalPort())
                    .contains("process " + ProcessHandle.current().pid())
                    .contains("PAYLATER_PORT_OFFSET");
        }
    }

    @Test
    void status_shows_what_has_died() throws Exception {
        remember("api-service", deadProcess());

        assertThat(run("status")).isEqualTo(1);
        assertThat(printed()).contains("api-service").contains("dead");
    }

    @Test
    void status_shows_a_consumer_that_has_been_retrying_one_batch() throws Exception {
        assertThat(statusOfOrchestratorThatRetriesFor("0.0")).isZero();
        assertThat(printed()).doesNotContain("retrying");

        assertThat(statusOfOrchestratorThatRetriesFor("60.0")).isZero();
        assertThat(printed()).contains("orchestrator-service has been retrying one batch for 60 s");

        assertThat(statusOfOrchestratorThatRetriesFor("61.0")).isEqualTo(1);
        assertThat(printed()).contains("orchestrator-service has been retrying one batch for 61 s");
    }

    private int statusOfOrchestratorThatRetriesFor(String seconds) throws Exception {
        var page =
                """
                # TYPE paylater_commands_retried_seconds gauge
                paylater_commands_retried_seconds_of_others 77.0
                paylater_commands_retried_seconds{topic="payments.events"} 0.0
                paylater_commands_retried_seconds{topic="payments.commands"} %s
                """
                        .formatted(seconds);
        var service = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var management =
                HttpServer.create(
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), service.getLocalPort() + 100),
                        0);
        management.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    try (var body = exchange.getResponseBody()) {
                        body.write(page.getBytes(UTF_8));
                    }
                });
        management.start();
        try (service) {
            remember("orchestrator-service", ProcessHandle.current(), service.getLocalPort());
            return run("status");
        } finally {
            management.stop(0);
        }
    }

    @Test
    void down_forgets_what_has_died_and_wipe_deletes_the_data() throws Exception {
        remember("store", deadProcess());
        Files.createDirectories(state.resolve("data/store"));
        Files.writeString(state.resolve("secrets"), "");

        assertThat(run("down", "--wipe")).isZero();
        assertThat(state.resolve("data")).doesNotExist();
        assertThat(state.resolve("secrets")).doesNotExist();
        assertThat(state.resolve("pids")).isEmptyDirectory();
    }

    @Test
    void killing_what_does_not_run_is_explained() throws Exception {
        assertThat(run("kill", "refund-service")).isEqualTo(1);
        assertThat(complained.toString()).contains("refund-service is not running");
    }

    @Test
    void killing_the_store_of_the_one_process_says_what_dies_with_it() throws Exception {
        Process process = new ProcessBuilder("/bin/sleep", "600").start();
        try {
            remember("store", process.toHandle());
            remember("api-service", process.toHandle());

            assertThat(run("kill", "store")).isZero();

            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(printed())
                    .contains("Killed store (pid " + process.pid() + ").")
                    .contains("In the same process ran api-service, which died with it.")
                    .contains("./paylater start store", "./paylater up --processes");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void status_counts_the_memory_of_the_one_process_once() throws Exception {
        remember("refund-service", ProcessHandle.current());
        remember("api-service", ProcessHandle.current());

        assertThat(run("status")).isEqualTo(1);

        var memory =
                Pattern.compile("(?m)^(refund-service|api-service|together) .*?(\\d+) MB")
                        .matcher(printed())
                        .results()
                        .map(line -> Integer.parseInt(line.group(2)))
                        .toList();
        assertThat(memory).hasSize(3);
        assertThat(memory.getLast()).isLessThan(memory.get(0) + memory.get(1));
        assertThat(printed()).contains("What has the same pid is one process");
    }

    @Test
    void one_service_is_not_started_in_another_shape_than_the_others() throws Exception {
        remember("refund-service", ProcessHandle.current());
        remember("api-service", ProcessHandle.current());
        assertThat(run("up", "--processes", "refund-service", "api-service")).isEqualTo(1);
        assertThat(complained.toString()).contains("It runs as one process: './paylater down'");

        Process other = new ProcessBuilder("/bin/sleep", "600").start();
        try {
            remember("api-service", other.toHandle());
            assertThat(run("up", "--one-process", "refund-service", "api-service")).isEqualTo(1);
            assertThat(complained.toString()).contains("It runs as several processes");
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void a_misspelt_service_is_answered_with_all_names() throws Exception {
        assertThat(run("kill", "apiservice")).isEqualTo(2);
        assertThat(complained.toString()).contains("refund-service, webhook-service, api-service");
    }

    @Test
    void of_kafka_there_is_only_one() throws Exception {
        assertThat(run("start", "kafka", "2")).isEqualTo(1);
        assertThat(complained.toString()).contains("only one kafka");
    }

    @Test
    void dead_letters_need_a_running_kafka() throws Exception {
        assertThat(run("dlq", "list")).isEqualTo(1);
        assertThat(complained.toString()).contains("kafka is not running");
    }

    @Test
    void a_program_of_e2e_that_was_not_built_is_named() throws Exception {
        assertThat(run("bench", "confirm", "--rate", "10")).isEqualTo(1);
        assertThat(complained.toString())
                .contains("Not built yet")
                .contains("e2e-0.1.0-SNAPSHOT.jar");
    }

    private int run(String... arguments) throws Exception {
        var console = new Console(new PrintStream(printed, true, UTF_8), false);
        var home = new Home(state, state, state.resolve("apps"));
        var processes = new Processes(home, ports, Map.of(), console);
        return Paylater.commandLine(new RunningSystem(home, ports, processes, console))
                .setErr(new PrintWriter(complained))
                .execute(arguments);
    }

    private String printed() {
        return printed.toString(UTF_8);
    }

    private void remember(String service, ProcessHandle process) throws Exception {
        remember(service, process, 1);
    }

    private void remember(String service, ProcessHandle process, int port) throws Exception {
        Instant start = process.info().startInstant().orElseGet(Instant::now);
        Files.createDirectories(state.resolve("pids"));
        Files.writeString(
                state.resolve("pids").resolve(service + ".pid"),
                "service=%s\nnumber=1\npid=%d\nport=%d\nstartedAt=%s\n"
                        .formatted(service, process.pid(), port, start));
    }

    private static ProcessHandle deadProcess() throws Exception {
        Process process = new ProcessBuilder("/bin/true").start();
        process.waitFor();
        return process.toHandle();
    }

    /** A jar that has been built and unpacked, as far as anybody looks before the port. */
    private void putInPlace(String service) throws Exception {
        String jar = service + "-0.1.0-SNAPSHOT-exec.jar";
        Path built = Files.createDirectories(state.resolve(service).resolve("target"));
        Path app = Files.createDirectories(state.resolve("apps").resolve(service));
        Files.writeString(built.resolve(jar), "");
        Files.writeString(app.resolve(jar), "");
        Files.setLastModifiedTime(app.resolve(jar), Files.getLastModifiedTime(built.resolve(jar)));
    }
}
