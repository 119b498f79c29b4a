package dev.paylater.kit;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The named places where a process can die between two effects. A test names one in the
 * environment, the process halts there as if it had been killed, and what happens afterwards is
 * looked at. With PAYLATER_CRASH_BY=STOP it is suspended there instead, until somebody sends
 * SIGCONT.
 */
public enum CrashPoint {
    API_BEFORE_PUBLISH,
    API_AFTER_PUBLISH,
    API_BEFORE_IDEMPOTENT_ANSWER,
    ORCHESTRATOR_BEFORE_WRITE,
    ORCHESTRATOR_AFTER_WRITE,
    ORCHESTRATOR_AFTER_SEND,
    ORCHESTRATOR_AFTER_COMMIT,
    SWEEPER_AFTER_SEND,
    CONNECTOR_BEFORE_CALL,
    CONNECTOR_AFTER_CALL,
    CONNECTOR_AFTER_SEND,
    CONNECTOR_AFTER_COMMIT,
    WEBHOOK_AFTER_STORE,
    WEBHOOK_AFTER_SEND,
    REFUND_BEFORE_WRITE,
    REFUND_AFTER_WRITE,
    REFUND_AFTER_SEND,
    REFUND_AFTER_COMMIT,
    DELIVERY_AFTER_STORE,
    DELIVERY_AFTER_COMMIT;

    private static final @Nullable String ARMED = System.getenv("PAYLATER_CRASH_POINT");
    private static final boolean STOPS = "STOP".equals(System.getenv("PAYLATER_CRASH_BY"));
    private static final AtomicInteger PASSES_LEFT =
            new AtomicInteger(
                    Integer.parseInt(System.getenv().getOrDefault("PAYLATER_CRASH_AFTER", "0")));

    /** Ends or suspends the process when this point is armed and has been passed often enough. */
    public void reached() {
        if (ARMED == null || !ARMED.equals(name()) || PASSES_LEFT.getAndDecrement() != 0) {
            return;
        }
        // The last line of the log: whoever armed it can tell this death from any other.
        System.err.println("Crash point " + name());
        if (STOPS) {
            suspend();
        } else {
            Runtime.getRuntime().halt(137);
        }
    }

    private static void suspend() {
        try {
            new ProcessBuilder("kill", "-STOP", Long.toString(ProcessHandle.current().pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("Cannot stop this process", e);
        }
    }
}
