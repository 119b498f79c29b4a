package dev.paylater.launcher;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Writes the ahead-of-time caches now; {@code up} does the same in the background. */
@Command(
        name = "train",
        description = "Make later starts faster, now instead of in the background.",
        mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {
    private final RunningSystem stack;

    TrainCommand(RunningSystem stack) {
        this.stack = stack;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        new Training(stack).run();
        return 0;
    }
}
