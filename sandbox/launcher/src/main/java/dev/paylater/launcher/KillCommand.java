package dev.paylater.launcher;

import dev.paylater.launcher.process.Instance;
import dev.paylater.launcher.process.ProcessShape;
import dev.paylater.launcher.process.Startup;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * kill -9 on one process, to see that nothing is lost. Where all services are one process, all of
 * them die; those that can do without the one that was named are started again.
 */
@Command(
        name = "kill",
        description = "kill -9 one process of a service.",
        mixinStandardHelpOptions = true)
final class KillCommand implements Callable<Integer> {
    private final RunningSystem stack;

    @Mixin private final NamedService named = new NamedService();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "INSTANCE",
            defaultValue = "0",
            description = "which one, when there are several (default: the last one started)")
    private int number;

    KillCommand(RunningSystem stack) {
        this.stack = stack;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var service = named.service;
        Instance victim =
                stack.processes().pidFiles().running(service).stream()
                        .filter(instance -> number == 0 || instance.number() == number)
                        .reduce((_, last) -> last)
                        .orElseThrow(() -> new UserProblem(service.label() + " is not running."));
        List<Instance> others =
                stack.processes().pidFiles().running().stream()
                        .filter(victim::sharesProcessWith)
                        .toList();
        stack.processes().kill(victim);
        stack.console().say("Killed %s (pid %s).".formatted(victim.name(), victim.pid()));
        if (!others.isEmpty()) {
            stack.console()
                    .say(
                            "In the same process ran %s, which died with it. './paylater up"
                                            .formatted(Startup.names(others))
                                    + " --processes' runs each by itself.");
            startAgain(victim, others);
        }
        return 0;
    }

    /** Without Kafka or the store no service starts; without another service each does. */
    private void startAgain(Instance victim, List<Instance> others)
            throws IOException, InterruptedException {
        if (victim.service().isInfrastructure()) {
            stack.console()
                    .say("'./paylater start %s' starts them all again.".formatted(victim.name()));
        } else {
            stack.start(others.stream().map(Instance::service).toList(), ProcessShape.ONE_PROCESS);
            stack.console()
                    .say(
                            "All but %s runs again; './paylater start %s' gives it a process of its own."
                                    .formatted(victim.name(), victim.name()));
        }
    }
}
