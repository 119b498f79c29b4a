package dev.paylater.launcher;

import dev.paylater.launcher.process.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Stops everything in order; what was accepted is finished first. */
@Command(name = "down", description = "Stop everything in order.", mixinStandardHelpOptions = true)
final class DownCommand implements Callable<Integer> {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RunningSystem stack;

    @Option(
            names = "--wipe",
            description =
                    "also delete the data, the secrets and the logs; not what is in your servers")
    private boolean wipe;

    DownCommand(RunningSystem stack) {
        this.stack = stack;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (stack.processes().pidFiles().all().isEmpty()) {
            stack.console().say("Nothing is running.");
        }
        new Training(stack).stop();
        stack.stop(PATIENCE);
        stack.infrastructure().forget();
        if (wipe) {
            Folders.delete(stack.home().data());
            Folders.delete(stack.home().state().resolve("logs"));
            Files.deleteIfExists(stack.home().secrets());
            stack.console().say("Data, logs and secrets are deleted.");
        }
        return 0;
    }
}
