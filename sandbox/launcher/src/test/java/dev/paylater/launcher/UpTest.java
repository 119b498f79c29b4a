package dev.paylater.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.paylater.launcher.process.Home;
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
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class UpTest {
    @TempDir Path state;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final StringWriter complained = new StringWriter();
    private final Ports ports = Ports.anywhereFree();

    @Test
    void a_taken_port_is_named_before_any_process_starts() throws Exception {
        int port = ports.of(Service.API);
        try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(up()).isEqualTo(1);
        }
        assertThat(complained.toString())
                .contains("Port " + port, "api-service", "is taken by process ")
                .contains("" + ProcessHandle.current().pid());
        assertThat(stack().processes().pidFiles().all()).isEmpty();
        assertThat(printed.toString(UTF_8)).doesNotContain("Starting");
    }

    @Test
    void what_runs_and_is_not_ready_is_waited_for() throws Exception {
        var isReady = new CountDownLatch(1);
        var asked = new CountDownLatch(1);
        var simulator =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        simulator.createContext(
                "/simulator/health",
                exchange -> {
                    asked.countDown();
                    exchange.sendResponseHeaders(isReady.getCount() == 0 ? 200 : 503, -1);
                    exchange.close();
                });
        simulator.start();
        try {
            rememberSelfAsSimulator(simulator.getAddress().getPort());
            var up = CompletableFuture.supplyAsync(() -> up("provider-simulator"));
            asked.await();
            assertThat(printed.toString(UTF_8)).doesNotContain("Already running");
            assertThat(up).isNotDone();
            isReady.countDown();
            assertThat(up.get()).isZero();
            assertThat(printed.toString(UTF_8)).contains("Already running");
        } finally {
            simulator.stop(0);
        }
    }

    private void rememberSelfAsSimulator(int port) throws Exception {
        var self = ProcessHandle.current();
        Files.createDirectories(state.resolve("pids"));
        Files.writeString(
                state.resolve("pids").resolve("provider-simulator.pid"),
                "service=provider-simulator\nnumber=1\npid=%s\nport=%s\nstartedAt=%s\n"
                        .formatted(self.pid(), port, self.info().startInstant().orElseThrow()));
    }

    private int up(String... services) {
        var arguments = new String[services.length + 1];
        arguments[0] = "up";
        System.arraycopy(services, 0, arguments, 1, services.length);
        return Paylater.commandLine(stack()).setErr(new PrintWriter(complained)).execute(arguments);
    }

    private RunningSystem stack() {
        var console = new Console(new PrintStream(printed, true, UTF_8), false);
        var home = new Home(state, state, state.resolve("apps"));
        try {
            return new RunningSystem(
                    home, ports, new Processes(home, ports, Map.of(), console), console);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
