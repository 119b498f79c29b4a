package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second system beside the first, on a broker and a store that somebody has started by hand. */
class NamedServersTest {

    /** Away from the ports of the system that other tests use. */
    private static final int OFFSET = Script.PORT_OFFSET + 300;

    private static final int KAFKA = 19_092 + OFFSET;
    private static final int STORE = 19_017 + OFFSET;

    @TempDir Path theirs;
    @TempDir Path home;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        script("down");
        started.forEach(process -> process.destroyForcibly().onExit().join());
    }

    @Test
    void the_system_runs_on_named_servers_and_leaves_them_running() throws Exception {
        startServer("broker", KAFKA);
        startServer("document-store", STORE);

        var up =
                script(
                        "up",
                        "--one-process",
                        "--kafka",
                        "127.0.0.1:" + KAFKA,
                        "--mongodb",
                        "mongodb://127.0.0.1:" + STORE + "/theirs");

        assertThat(up.exitCode()).as(up.output()).isZero();
        assertThat(up.output())
                .doesNotContain("Starting kafka")
                .contains("127.0.0.1:" + KAFKA + " (yours)")
                .containsPattern("pay_\\w+: succeeded, captured 6540, refunds 1");
        var status = script("status");
        assertThat(status.exitCode()).as(status.output()).isZero();
        assertThat(status.output())
                .containsPattern("kafka +yours +ready")
                .containsPattern("store +yours +ready")
                .containsPattern("registry +\\d+")
                .contains("payments: 0 overdue");
        var reconciled = script("reconcile");
        assertThat(reconciled.output())
                .contains(
                        "1 payments and 0 webhook deliveries compared, 0 still in flight, 0"
                                + " differences.");
        assertThat(script("demo").exitCode()).isZero();

        assertThat(script("down").exitCode()).isZero();
        assertThat(started).allMatch(Process::isAlive);
        assertThat(home.resolve("data").resolve("kafka")).doesNotExist();
        assertThat(home.resolve("data").resolve("store")).doesNotExist();
    }

    private Script.Result script(String... arguments) {
        return Script.run(
                Map.of(
                        "PAYLATER_HOME",
                        home.toString(),
                        "PAYLATER_PORT_OFFSET",
                        Integer.toString(OFFSET),
                        "PAYLATER_TRAIN",
                        "off"),
                arguments);
    }

    private void startServer(String module, int port) throws IOException, InterruptedException {
        var built = Script.root().resolve("sandbox").resolve(module).resolve("target");
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-jar",
                                built.resolve(module + "-0.1.0-SNAPSHOT.jar").toString(),
                                "--port",
                                Integer.toString(port),
                                "--data",
                                theirs.resolve(module).toString())
                        .redirectErrorStream(true)
                        .redirectOutput(theirs.resolve(module + ".log").toFile())
                        .start();
        started.add(process);
        var end = Instant.now().plusSeconds(240);
        while (!listens(port)) {
            assertThat(process.isAlive() && Instant.now().isBefore(end))
                    .as(() -> "%s does not listen: %s".formatted(module, log(module)))
                    .isTrue();
            MerchantClient.pause();
        }
    }

    private String log(String module) {
        try {
            return Files.readString(theirs.resolve(module + ".log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static boolean listens(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
