package dev.paylater.launcher;

import dev.paylater.launcher.process.Instance;
import dev.paylater.launcher.process.ProcessShape;
import dev.paylater.launcher.process.Readiness;
import dev.paylater.launcher.process.Service;
import dev.paylater.launcher.process.Startup;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Starts a service again after kill, or brings it to a number of instances. */
@Command(
        name = "start",
        description = "Start a service again, or bring it to N instances.",
        mixinStandardHelpOptions = true)
final class StartCommand implements Callable<Integer> {
    private final RunningSystem stack;

    @Mixin private final NamedService named = new NamedService();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "N",
            defaultValue = "1",
            description = "how many instances shall run (default: 1)")
    private int instances;

    StartCommand(RunningSystem stack) {
        this.stack = stack;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var service = named.service;
        if (instances > 1 && !service.mayHaveSeveralInstances()) {
            throw new UserProblem("There is only one " + service.label() + ".");
        }
        List<Instance> fallen = fallenTogetherWith(service);
        if (!fallen.isEmpty()) {
            stack.start(fallen.stream().map(Instance::service).toList(), ProcessShape.ONE_PROCESS);
        }
        List<Instance> running = stack.processes().pidFiles().running(service);
        stack.processes().install(service);
        List<Instance> started = new ArrayList<>();
        for (int number = 1; number <= instances; number++) {
            int wanted = number;
            if (running.stream().noneMatch(instance -> instance.number() == wanted)) {
                started.add(stack.processes().start(service, number));
            }
        }
        if (started.isEmpty() && fallen.isEmpty()) {
            stack.console()
                    .say("Already running: %s of %s.".formatted(running.size(), service.label()));
        }
        try (Readiness readiness = stack.processes().readiness()) {
            new Startup(stack.home(), stack.console()).await(started, readiness);
        }
        return 0;
    }

    /** What ran in one process with it, where that has died: they come back as they were. */
    private List<Instance> fallenTogetherWith(Service service) throws IOException {
        List<Instance> shared = ProcessShape.sharing(stack.processes().pidFiles().all());
        boolean isOneOfThem = shared.stream().anyMatch(each -> each.service() == service);
        return isOneOfThem && shared.stream().noneMatch(Instance::isAlive) ? shared : List.of();
    }
}
