package dev.paylater.local.cli;

import dev.paylater.local.cli.process.Folders;
import dev.paylater.local.cli.process.Instance;
import dev.paylater.local.cli.process.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Stops in order: first what takes payments in, so that the rest can finish its work; Kafka and the
 * store last, since everybody writes to them to the end.
 */
@Command(name = "down", description = "Stop everything in order.", mixinStandardHelpOptions = true)
final class DownCommand implements Callable<Integer> {
    private final Stack stack;

    @Option(names = "--wipe", description = "also delete the data, the secrets and the logs")
    private boolean wipe;

    DownCommand(Stack stack) {
        this.stack = stack;
    }

    @Override
    public Integer call() throws IOException {
        List<Instance> all = stack.processes().pidFiles().all();
        if (all.isEmpty()) {
            stack.console().say("Nothing is running.");
        }
        stop(all, List.of(Service.API));
        stop(all, List.of(Service.ORCHESTRATOR, Service.CONNECTOR, Service.REFUND));
        stop(all, List.of(Service.PROVIDER_SIMULATOR));
        stop(all, List.of(Service.KAFKA, Service.STORE, Service.REGISTRY));
        if (wipe) {
            Folders.delete(stack.home().data());
            Folders.delete(stack.home().state().resolve("logs"));
            Files.deleteIfExists(stack.home().secrets());
            stack.console().say("Data, logs and secrets are deleted.");
        }
        return 0;
    }

    private void stop(List<Instance> all, List<Service> services) throws IOException {
        List<Instance> these =
                all.stream().filter(instance -> services.contains(instance.service())).toList();
        if (!these.isEmpty()) {
            String names = these.stream().map(Instance::name).collect(Collectors.joining(", "));
            stack.console().progress("Stopping %s".formatted(names));
            stack.processes().stop(these);
            stack.console().say("Stopped %s".formatted(names));
        }
    }
}
