package dev.paylater.local.cli;

import dev.paylater.local.cli.process.Console;
import dev.paylater.local.cli.process.Instance;
import dev.paylater.local.cli.process.Problem;
import dev.paylater.local.cli.process.Readiness;
import dev.paylater.local.cli.process.Service;
import dev.paylater.local.cli.process.Startup;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Starts what does not run yet, shows a first payment, and leaves everything running. */
@Command(
        name = "up",
        description = "Start everything, take one payment, leave it running.",
        mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
    private final Stack stack;

    @Parameters(
            paramLabel = "SERVICE",
            arity = "0..*",
            converter = ServiceName.class,
            completionCandidates = ServiceName.class,
            description = "only these: ${COMPLETION-CANDIDATES}")
    private List<Service> only = new ArrayList<>();

    UpCommand(Stack stack) {
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
                throw new Problem("Another './paylater up' is at work; wait for it.");
            }
            return up();
        }
    }

    private int up() throws IOException, InterruptedException {
        Instant begin = Instant.now();
        Set<Service> wanted = only.isEmpty() ? EnumSet.allOf(Service.class) : EnumSet.copyOf(only);
        Set<Service> missing = EnumSet.copyOf(wanted);
        stack.processes().pidFiles().running().forEach(each -> missing.remove(each.service()));
        if (missing.isEmpty()) {
            stack.console().say("Already running ('./paylater status' shows it).");
            if (only.isEmpty()) {
                sayWhereThingsAre();
            }
            return 0;
        }
        try (Readiness readiness = stack.processes().readiness()) {
            startTogether(missing.stream().filter(Service::isInfrastructure).toList(), readiness);
            startTogether(
                    missing.stream().filter(service -> !service.isInfrastructure()).toList(),
                    readiness);
        }
        stack.console()
                .say(
                        "Everything is ready after %s."
                                .formatted(
                                        Console.seconds(Duration.between(begin, Instant.now()))));
        if (only.isEmpty()) {
            new FirstPayment(stack).run();
            sayWhereThingsAre();
        }
        return 0;
    }

    private void startTogether(List<Service> services, Readiness readiness)
            throws IOException, InterruptedException {
        if (services.isEmpty()) {
            return;
        }
        stack.console()
                .say(
                        "Starting %s"
                                .formatted(
                                        services.stream()
                                                .map(Service::label)
                                                .collect(Collectors.joining(", "))));
        List<Instance> started = new ArrayList<>();
        for (Service service : services) {
            stack.processes().install(service);
            started.add(stack.processes().start(service, 1));
        }
        new Startup(stack.home(), stack.console()).await(started, readiness);
    }

    private void sayWhereThingsAre() {
        stack.console().say("");
        for (String line : Welcome.lines(stack.ports())) {
            stack.console().say(line);
        }
    }
}
