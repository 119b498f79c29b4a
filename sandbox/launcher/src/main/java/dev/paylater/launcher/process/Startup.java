package dev.paylater.launcher.process;

import dev.paylater.ops.console.Console;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Waits for started processes, says for which, and notices at once when one of them dies. */
public final class Startup {
    private static final Duration QUIET = Duration.ofSeconds(2);

    /** Five times what two idle cores need; a process that dies is noticed at once. */
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private static final long PAUSE_MILLIS = 100;
    private static final int SHOWN_LOG_LINES = 20;

    private final Home home;
    private final Console console;

    public Startup(Home home, Console console) {
        this.home = home;
        this.console = console;
    }

    public void await(List<Instance> instances, Readiness readiness)
            throws IOException, InterruptedException {
        Instant begin = Instant.now();
        List<Instance> waiting = new ArrayList<>(instances);
        while (!waiting.isEmpty()) {
            for (Instance instance : List.copyOf(waiting)) {
                if (!instance.isAlive()) {
                    throw new UserProblem(died(instance, instances));
                }
                if (readiness.isReady(instance)) {
                    waiting.remove(instance);
                    sayReady(instance);
                }
            }
            Duration passed = Duration.between(begin, Instant.now());
            if (passed.compareTo(LIMIT) > 0) {
                Instance late = waiting.getFirst();
                throw new UserProblem(
                        "%s is not ready after %s.%s"
                                .formatted(
                                        late.name(),
                                        Console.seconds(LIMIT),
                                        lastWords(late.name())));
            }
            if (!waiting.isEmpty()) {
                if (passed.compareTo(QUIET) > 0) {
                    console.progress("  waiting for %s".formatted(names(waiting)));
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    /** The one process names the part that has ended it; its exit status cannot. */
    private String died(Instance instance, List<Instance> started) throws IOException {
        return started.stream().anyMatch(instance::sharesProcessWith)
                ? "The one process died while starting." + lastWords(Program.ONE_PROCESS)
                : instance.name() + " died while starting." + lastWords(instance.name());
    }

    private void sayReady(Instance instance) {
        console.say(
                "  %-22s ready after %6s   pid %-7s port %s"
                        .formatted(
                                instance.name(),
                                Console.seconds(
                                        Duration.between(instance.startedAt(), Instant.now())),
                                instance.pid(),
                                instance.port()));
    }

    public static String names(List<Instance> instances) {
        return instances.stream().map(Instance::name).collect(Collectors.joining(", "));
    }

    private String lastWords(String name) throws IOException {
        Path log = home.log(name);
        return "%nThe last lines of %s:%n%s"
                .formatted(log, Files.exists(log) ? LogTail.of(log, SHOWN_LOG_LINES) : "(none)");
    }
}
