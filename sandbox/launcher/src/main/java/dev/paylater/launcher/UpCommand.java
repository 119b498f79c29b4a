package dev.paylater.launcher;

import dev.paylater.launcher.process.Infrastructure;
import dev.paylater.launcher.process.Instance;
import dev.paylater.launcher.process.ProcessShape;
import dev.paylater.launcher.process.Service;
import dev.paylater.ops.console.Console;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts what does not run yet, shows a first payment, and leaves everything running. */
@Command(
        name = "up",
        description = "Start everything, take one payment, leave it running.",
        mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
    private final RunningSystem stack;

    @Parameters(
            paramLabel = "SERVICE",
            arity = "0..*",
            converter = ServiceName.class,
            completionCandidates = ServiceName.class,
            description = "only these: ${COMPLETION-CANDIDATES}")
    private List<Service> only = new ArrayList<>();

    @Option(names = "--kafka", paramLabel = "HOST:PORT", description = "use a Kafka that you run")
    private @Nullable String kafka;

    @Option(
            names = "--mongodb",
            paramLabel = "URI",
            description = "use a MongoDB that you run; the URI names the database")
    private @Nullable String mongodb;

    @Option(
            names = "--registry",
            paramLabel = "URL",
            description = "use a schema registry that you run, by Confluent's API")
    private @Nullable String registry;

    @Option(
            names = "--one-process",
            description =
                    "all services, the simulator, Kafka and the store in one JVM (default, where no"
                            + " SERVICE is named)")
    private boolean oneProcess;

    @Option(
            names = "--processes",
            defaultValue = "${env:PAYLATER_PROCESSES:-false}",
            description = "each in a process of its own, to kill and to multiply")
    private boolean processes;

    UpCommand(RunningSystem stack) {
        this.stack = stack;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (FileChannel channel =
                        FileChannel.open(
                                stack.home().state().resolve("up.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw new UserProblem("Another './paylater up' is at work; wait for it.");
            }
            return up();
        }
    }

    private int up() throws IOException, InterruptedException {
        Instant begin = Instant.now();
        Set<Service> wanted = only.isEmpty() ? EnumSet.allOf(Service.class) : EnumSet.copyOf(only);
        useTheirs();
        wanted.removeAll(stack.infrastructure().named().keySet());
        stopWhatHasAnotherShape();
        Set<Service> missing = EnumSet.copyOf(wanted);
        List<Instance> running =
                stack.processes().pidFiles().running().stream()
                        .filter(each -> wanted.contains(each.service()))
                        .toList();
        running.forEach(each -> missing.remove(each.service()));
        ProcessShape shape = shapeBeside(running);
        if (missing.isEmpty()) {
            stack.awaitReady(running);
            stack.console().say("Already running ('./paylater status' shows it).");
            if (only.isEmpty()) {
                sayWhereThingsAre();
            }
            return 0;
        }
        startUninterrupted(missing, shape);
        stack.console()
                .say(
                        "Everything is ready after %s."
                                .formatted(
                                        Console.seconds(Duration.between(begin, Instant.now()))));
        if (only.isEmpty()) {
            new FirstPayment(stack).run();
            sayWhereThingsAre();
            trainForNextTime(shape);
        }
        return 0;
    }

    /** Services that are missing while others run start as processes of their own. */
    private ProcessShape shapeBeside(List<Instance> running) {
        boolean isWholeStart =
                only.isEmpty()
                        && running.stream().allMatch(each -> each.service() == Service.REGISTRY);
        return oneProcess || (isWholeStart && !processes)
                ? ProcessShape.ONE_PROCESS
                : ProcessShape.PROCESSES;
    }

    /**
     * Stops all services when they run as one process and the caller wants several, or the other
     * way round. The data stay.
     */
    private void stopWhatHasAnotherShape() throws IOException, InterruptedException {
        if (oneProcess && processes) {
            throw new UserProblem("Either --one-process or --processes.");
        }
        List<Instance> running = stack.processes().pidFiles().running();
        boolean runsAsOne = ProcessShape.of(running) == ProcessShape.ONE_PROCESS;
        boolean isOther = runsAsOne ? processes : oneProcess && running.size() > 1;
        if (!isOther) {
            return;
        }
        String shape = runsAsOne ? "one process" : "several processes";
        if (!only.isEmpty()) {
            throw new UserProblem("It runs as %s: './paylater down' first.".formatted(shape));
        }
        stack.console().say("It runs as %s: everything is started again.".formatted(shape));
        new Training(stack).stop();
        stack.stop(DownCommand.PATIENCE);
    }

    /** Ctrl+C before everything is ready stops what this call has started, and nothing else. */
    private void startUninterrupted(Set<Service> services, ProcessShape shape)
            throws IOException, InterruptedException {
        var interruption = new Interruption(stack);
        Runtime.getRuntime().addShutdownHook(interruption);
        try {
            stack.start(services, shape);
        } finally {
            interruption.end();
        }
    }

    /** What is named holds until {@code down}: what runs already was started with it. */
    private void useTheirs() throws IOException {
        Map<Service, String> named = new EnumMap<>(Service.class);
        putIfThere(named, Service.KAFKA, kafka);
        putIfThere(named, Service.STORE, mongodb);
        putIfThere(named, Service.REGISTRY, registry);
        boolean asBefore = named.isEmpty() || named.equals(stack.infrastructure().named());
        if (!asBefore) {
            if (!stack.processes().pidFiles().running().isEmpty()) {
                throw new UserProblem(
                        "What runs uses other servers: './paylater down' first, then up with"
                                + " these.");
            }
            Infrastructure.requireAddresses(named);
            named.forEach(stack::requireAnswer);
            stack.infrastructure().use(named);
        }
    }

    private static void putIfThere(
            Map<Service, String> named, Service service, @Nullable String address) {
        if (address != null) {
            named.put(service, address);
        }
    }

    private void trainForNextTime(ProcessShape shape) throws IOException {
        boolean wanted = !"off".equals(System.getenv("PAYLATER_TRAIN"));
        if (wanted && !stack.processes().startAtFullSpeed(shape)) {
            new Training(stack).runInBackground();
            stack.console()
                    .say(
                            "For a minute or two this machine also prepares faster starts, in the"
                                    + " background ('./paylater logs train').");
        }
    }

    private void sayWhereThingsAre() {
        stack.console().say("");
        var searchPath = System.getenv().getOrDefault("PATH", "");
        for (String line : Welcome.lines(stack.ports(), stack.infrastructure(), searchPath)) {
            stack.console().say(line);
        }
    }
}
