package dev.paylater.launcher;

import dev.paylater.launcher.process.Instance;
import dev.paylater.launcher.process.Startup;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Runs when the JVM ends while it starts processes, by Ctrl+C for example: they are in sessions of
 * their own and would go on. What ran before stays.
 */
final class Interruption extends Thread {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final RunningSystem stack;
    private final List<Instance> before;

    Interruption(RunningSystem stack) throws IOException {
        super("interruption");
        this.stack = stack;
        this.before = stack.processes().pidFiles().running();
    }

    /**
     * Keeps the processes that were started. When the JVM is ending already, this waits until they
     * are stopped.
     */
    void end() throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(this);
        } catch (IllegalStateException _) {
            join();
        }
    }

    @Override
    public void run() {
        try {
            List<Instance> started =
                    stack.processes().pidFiles().running().stream()
                            .filter(instance -> !before.contains(instance))
                            .toList();
            stack.processes().stop(started, PATIENCE);
            stack.console()
                    .say(
                            "Interrupted: stopped %s."
                                    .formatted(
                                            started.isEmpty()
                                                    ? "nothing"
                                                    : Startup.names(started)));
        } catch (IOException e) {
            stack.console().say("Interrupted, and not stopped: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
