package dev.paylater.launcher;

import com.mongodb.MongoException;
import dev.paylater.launcher.process.Infrastructure;
import dev.paylater.launcher.process.Instance;
import dev.paylater.launcher.process.ProcessShape;
import dev.paylater.launcher.process.Readiness;
import dev.paylater.launcher.process.ResidentMemory;
import dev.paylater.launcher.process.Service;
import dev.paylater.ops.StuckPayments;
import dev.paylater.ops.console.Failures;
import dev.paylater.ops.environment.StoreAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** What runs, where, how big and how well. Exits 1 when something that was started is not well. */
@Command(
        name = "status",
        description = "Show what runs, with pid, port, memory and health.",
        mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
    private static final String ROW = "%-22s %8s %6s %8s  %-8s %s";

    private final RunningSystem stack;

    StatusCommand(RunningSystem stack) {
        this.stack = stack;
    }

    private record Line(Instance instance, long mebibytes, String health, List<String> reasons) {}

    @Override
    public Integer call() throws IOException {
        List<Instance> all = stack.processes().pidFiles().all();
        if (all.isEmpty()) {
            stack.console().say("Nothing is running. './paylater up' starts it.");
            return 0;
        }
        List<Line> lines;
        try (Readiness readiness = stack.processes().readiness()) {
            lines = all.parallelStream().map(instance -> look(instance, readiness)).toList();
        }
        stack.console().say(ROW.formatted("SERVICE", "PID", "PORT", "RSS", "HEALTH", "UP FOR"));
        lines.forEach(this::print);
        boolean theirsAnswer = printTheirs();
        long total =
                lines.stream()
                        .collect(
                                Collectors.toMap(
                                        line -> line.instance().pid(), Line::mebibytes, Math::max))
                        .values()
                        .stream()
                        .mapToLong(Long::longValue)
                        .sum();
        stack.console().say(ROW.formatted("together", "", "", total + " MB", "", ""));
        if (ProcessShape.of(all) == ProcessShape.ONE_PROCESS) {
            stack.console().say("What has the same pid is one process, and shares its memory.");
        }
        Infrastructure servers = stack.infrastructure();
        if (!servers.isOwn(Service.STORE) || stack.processes().isListening(Service.STORE)) {
            printStuck(new StoreAddress(servers.address(Service.STORE), Map.of()));
        }
        for (Line line : lines) {
            line.reasons().forEach(why -> stack.console().say(line.instance().name() + ": " + why));
        }
        List<RetriedBatch> retried = RetriedBatch.of(all);
        retried.forEach(batch -> stack.console().say(batch.describe()));
        boolean well =
                theirsAnswer
                        && lines.stream().allMatch(line -> line.health().equals("ready"))
                        && retried.stream().noneMatch(RetriedBatch::isTooLong);
        return well ? 0 : 1;
    }

    private void printStuck(StoreAddress store) {
        try {
            store.ask(StuckPayments::count).lines().forEach(stack.console()::say);
        } catch (MongoException e) {
            stack.console().say("payments: unknown. " + Failures.sentence(e).orElse(""));
        }
    }

    /** Kafka, the store and the registry where they are not started here. */
    private boolean printTheirs() {
        boolean answer = true;
        try (Readiness readiness = stack.processes().readiness()) {
            Infrastructure servers = stack.infrastructure();
            for (var theirs : servers.shown().entrySet()) {
                Service service = theirs.getKey();
                boolean answers = readiness.answers(service, servers.address(service));
                answer &= answers;
                stack.console()
                        .say(
                                ROW.formatted(
                                        service.label(),
                                        "yours",
                                        "",
                                        "",
                                        answers ? "ready" : "away",
                                        theirs.getValue()));
            }
        }
        return answer;
    }

    private static Line look(Instance instance, Readiness readiness) {
        if (!instance.isAlive()) {
            return new Line(instance, 0, "dead", List.of());
        }
        try {
            boolean ready = readiness.isReady(instance);
            return new Line(
                    instance,
                    ResidentMemory.mebibytes(instance.pid()).orElse(0),
                    ready ? "ready" : "not ready",
                    ready ? List.of() : readiness.reasons(instance));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void print(Line line) {
        Instance instance = line.instance();
        Duration up = Duration.between(instance.startedAt(), Instant.now());
        stack.console()
                .say(
                        ROW.formatted(
                                instance.name(),
                                instance.pid(),
                                instance.port(),
                                line.mebibytes() + " MB",
                                line.health(),
                                instance.isAlive()
                                        ? String.format(
                                                Locale.ROOT,
                                                "%d:%02d:%02d",
                                                up.toHours(),
                                                up.toMinutesPart(),
                                                up.toSecondsPart())
                                        : ""));
    }
}
