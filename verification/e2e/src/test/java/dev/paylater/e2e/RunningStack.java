package dev.paylater.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Starts the whole system before the first test that needs it and stops it after the last. With
 * {@code -Dpaylater.e2e.reuse=true} it takes the one that runs already, and leaves it running. When
 * a test fails, it prints what of the system is alive and what that has logged; when a failed test
 * has left another system behind than it found, the next class gets one that was started again.
 */
public final class RunningStack implements BeforeAllCallback, TestWatcher {

    private static final boolean REUSE = Boolean.getBoolean("paylater.e2e.reuse");
    private static final int MOST_REPORTS = 3;
    private static final int LAST_WORDS = 8;

    private static int reports;

    /** The names of the processes that the script has started. */
    private record Started(Set<String> names) implements AutoCloseable {

        static Started started() {
            if (!REUSE) {
                Script.run("down", "--wipe");
            }
            var started = up();
            Merchant.hold(Description.ofRunningSystem());
            return started;
        }

        private static Started up() {
            var up = Script.run("up");
            if (up.exitCode() != 0) {
                report();
                new Started(Set.of()).close();
                throw new AssertionError("The system does not start:\n" + up.output());
            }
            return new Started(running());
        }

        private static Set<String> running() {
            return RunningProcess.all().stream()
                    .filter(process -> !process.isStopped())
                    .map(RunningProcess::name)
                    .collect(Collectors.toUnmodifiableSet());
        }

        /** Workers that were started beside are no harm; what is dead or suspended is. */
        void mend() {
            var running = running();
            if (!REUSE && !(running.containsAll(names) && isAllAwake())) {
                System.err.printf("Runs: %s. Needed: %s. Started again.%n", running, names);
                report();
                close();
                up();
            }
        }

        private static boolean isAllAwake() {
            return RunningProcess.all().stream().noneMatch(RunningProcess::isStopped);
        }

        @Override
        public void close() {
            if (!REUSE) {
                Script.run("down");
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Started.class, _ -> Started.started(), Started.class)
                .mend();
    }

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        report();
    }

    /** CI shows what tests print, and keeps no logs. */
    private static void report() {
        if (reports++ < MOST_REPORTS) {
            System.err.println(Script.run("status").output());
            RunningProcess.all().forEach(RunningStack::report);
        }
    }

    private static void report(RunningProcess process) {
        System.err.println(process + (process.isStopped() ? " is suspended" : " is alive"));
        try {
            var warnings =
                    Files.readAllLines(process.log(), UTF_8).stream()
                            .filter(line -> line.contains("ERROR") || line.contains("WARN"))
                            .toList();
            warnings.subList(Math.max(0, warnings.size() - LAST_WORDS), warnings.size())
                    .forEach(line -> System.err.println("  " + line));
        } catch (IOException e) {
            System.err.println("  " + e);
        }
    }
}
