package dev.paylater.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class LivenessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_dead_process_that_its_parent_has_not_noticed_does_not_run() throws Exception {
        var parent = childOfItsOwn();
        try {
            var child = childOf(parent);
            awaitProgram(parent, "sleep");
            assertThat(Liveness.isRunning(child)).isTrue();

            child.destroyForcibly();
            Liveness.awaitEnd(List.of(child), PATIENCE);

            assertThat(child.isAlive()).as("nobody has taken note of its end").isTrue();
            assertThat(Liveness.isRunning(child)).isFalse();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void waiting_ends_with_the_patience() throws Exception {
        var process = new ProcessBuilder("sleep", "60").start();
        try {
            Liveness.awaitEnd(List.of(process.toHandle()), Duration.ofMillis(50));
            assertThat(Liveness.isRunning(process.toHandle())).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Replaced by a program that waits for no child. */
    private static Process childOfItsOwn() throws IOException {
        return new ProcessBuilder("sh", "-c", "sleep 60 & echo $!; exec sleep 61").start();
    }

    /** Until then it is the shell, which takes note of its children. */
    private static void awaitProgram(Process process, String name) {
        while (!process.info().command().orElse("").endsWith(name)) {
            Thread.onSpinWait();
        }
    }

    private static ProcessHandle childOf(Process parent) throws IOException {
        BufferedReader output = parent.inputReader();
        return ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
    }
}
