package dev.paylater.launcher;

import dev.paylater.launcher.process.Instance;
import dev.paylater.launcher.process.Startup;
import dev.paylater.ops.console.Problem;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * kill -9 on one process, to see that nothing is lost. Where all services are one process, that is
 * the end of all.
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
                        .orElseThrow(() -> new Problem(service.label() + " is not running."));
        List<Instance> others =
                stack.processes().pidFiles().running().stream()
                        .filter(victim::sharesProcessWith)
                        .toList();
        stack.processes().kill(victim);
        stack.console().say("Killed %s (pid %s).".formatted(victim.name(), victim.pid()));
        if (!others.isEmpty()) {
            stack.console()
                    .say(
                            "In the same process ran %s, which died with it. './paylater start %s'"
                                            .formatted(Startup.names(others), victim.name())
                                    + " starts them all again; './paylater up --processes' runs"
                                    + " each by itself.");
        }
        return 0;
    }
}
