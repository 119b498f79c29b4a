package dev.paylater.e2e;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    private static final int MAX_REPORTS = 3;
    private static final int LAST_LINES = 8;

    private static int reports;

    /** The names of the processes that the script has started. */
    private record Started(Set<String> names) implements AutoCloseable {

        static Started started() {
            if (!REUSE) {
                Script.run("down", "--wipe");
            }
            var started = up();
            MerchantClient.hold(Description.ofRunningSystem());
            return started;
        }

        private static Started up() {
            var up = Script.run("up", "--processes");
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
        void restartIfBroken() {
            var running = running();
            if (!REUSE && !(running.containsAll(names) && isAllAwake())) {
                print(List.of("Runs: %s. Needed: %s. Started again.".formatted(running, names)));
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
                .restartIfBroken();
    }

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        report();
    }

    /** CI keeps no logs, and shows lines like these. */
    private static void report() {
        if (reports++ < MAX_REPORTS) {
            print(Script.run("status").output().lines().toList());
            var alive =
                    RunningProcess.all().stream()
                            .collect(Collectors.toMap(RunningProcess::name, Function.identity()));
            RunningProcess.logs().forEach(log -> report(log, alive.get(log.name())));
        }
    }

    private static void report(RunningProcess.Log log, @Nullable RunningProcess process) {
        if (process == null) {
            print(List.of(log.name() + " is gone. Its last lines:"));
            print(last(log.lines()));
        } else {
            print(List.of(log.name() + (process.isStopped() ? " is suspended" : " is alive")));
            print(last(log.lines().filter(RunningStack::isWarning)));
        }
    }

    private static boolean isWarning(String line) {
        return line.contains(" ERROR ") || line.contains(" WARN ");
    }

    private static List<String> last(Stream<String> lines) {
        var all = lines.toList();
        return all.subList(Math.max(0, all.size() - LAST_LINES), all.size());
    }

    private static void print(List<String> lines) {
        lines.forEach(line -> System.err.println("[ERROR] e2e: " + line));
    }
}
