package dev.paylater.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.paylater.ops.console.Console;
import dev.paylater.ops.console.UserProblem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Supervision, with a shell as the child that lives, hangs or dies. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class LaunchTest {
    @TempDir Path state;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Console console =
            new Console(new PrintStream(printed, true, StandardCharsets.UTF_8), false);
    private Home home = new Home(Path.of(""), Path.of(""), Path.of(""));

    @BeforeEach
    void settle() {
        home = new Home(state, state, state.resolve("apps"));
    }

    @Test
    void a_child_that_dies_while_starting_is_reported_with_its_last_words() throws Exception {
        Instance child = launch("echo about to fail; echo the reason; exit 3");
        child.process().ifPresent(process -> process.onExit().join());

        assertThatThrownBy(() -> new Startup(home, console).await(List.of(child), neverReady()))
                .isInstanceOf(UserProblem.class)
                .hasMessageContaining("provider-simulator died while starting")
                .hasMessageContaining("the reason");
    }

    @Test
    void stop_asks_first_and_the_child_can_finish() throws Exception {
        Instance child =
                launch("trap 'echo finished; exit 0' TERM; echo up; while :; do sleep 0.1; done");
        awaitLog(child, "up");

        processes().stop(List.of(child), Duration.ofSeconds(10));

        assertThat(child.isAlive()).isFalse();
        assertThat(LogTail.of(home.log(child.name()), 5)).contains("finished");
    }

    @Test
    void kill_leaves_no_time_to_finish() throws Exception {
        Instance child =
                launch("trap 'echo finished; exit 0' TERM; echo up; while :; do sleep 0.1; done");
        awaitLog(child, "up");

        processes().kill(child);

        assertThat(child.isAlive()).isFalse();
        assertThat(LogTail.of(home.log(child.name()), 5)).doesNotContain("finished");
    }

    @Test
    void the_environment_reaches_the_child() throws Exception {
        Instance child = launch("echo instance $PAYLATER_INSTANCE");

        awaitLog(child, "instance 7");
    }

    /** Asked again and again, as while it starts: its port is never taken from it. */
    @Test
    void asking_whether_a_service_is_ready_does_not_keep_it_from_listening() throws Exception {
        int port = Ports.anyFree();
        var child = new Instance(Service.PROVIDER_SIMULATOR, 1, 0, port, Instant.EPOCH);
        var done = new AtomicBoolean();
        try (var readiness = processes().readiness()) {
            var asking =
                    CompletableFuture.runAsync(
                            () -> {
                                while (!done.get()) {
                                    isReady(readiness, child);
                                }
                            });
            try {
                for (int i = 0; i < 500; i++) {
                    Thread.sleep(1);
                    new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
                }
            } finally {
                done.set(true);
                asking.join();
            }
        }
    }

    private static void isReady(Readiness readiness, Instance instance) {
        try {
            readiness.isReady(instance);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The share of a session counts before the nice values of its processes. */
    @Test
    void in_the_background_a_process_and_what_it_starts_have_the_lowest_priority()
            throws Exception {
        assumeThat(Files.isWritable(Path.of("/proc/self/autogroup"))).isTrue();
        var own = Files.readString(Path.of("/proc/self/autogroup"));
        var child =
                launch(
                        "cat /proc/self/autogroup; nice; sh -c 'nice'; echo end",
                        Launch.IN_BACKGROUND);
        awaitLog(child, "end");

        assertThat(LogTail.of(home.log(child.name()), 5)).containsPattern("nice 19\n19\n19\nend");
        assertThat(Files.readString(Path.of("/proc/self/autogroup"))).isEqualTo(own);
    }

    private Instance launch(String script) throws Exception {
        return launch(script, Map.of("PAYLATER_INSTANCE", "7"));
    }

    private Instance launch(String script, Map<String, String> environment) throws Exception {
        var launch =
                new Launch(
                        List.of("/bin/sh", "-c", script),
                        environment,
                        home.log("provider-simulator"));
        ProcessHandle process = launch.run(state);
        Instant start = process.info().startInstant().orElseGet(Instant::now);
        return new Instance(Service.PROVIDER_SIMULATOR, 1, process.pid(), 1, start);
    }

    private Processes processes() throws Exception {
        return new Processes(home, new Ports(0), Map.of(), console);
    }

    private Readiness neverReady() throws Exception {
        return processes().readiness();
    }

    private void awaitLog(Instance child, String text) throws Exception {
        while (!LogTail.of(home.log(child.name()), 5).contains(text)) {
            Thread.sleep(20);
        }
    }
}
