package dev.paylater.launcher;

import dev.paylater.launcher.process.LogTail;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the end of one log, or of every log. */
@Command(
        name = "logs",
        description = "Show the end of a log, or of all.",
        mixinStandardHelpOptions = true)
final class LogsCommand implements Callable<Integer> {
    private static final int LINES_WHEN_ALL = 8;
    private static final int LINES_WHEN_ONE = 200;

    private final RunningSystem stack;

    @Parameters(
            arity = "0..1",
            paramLabel = "SERVICE",
            description = "a service, or one of its instances: connector-service-2")
    private @Nullable String name;

    @Option(names = "-n", paramLabel = "LINES", defaultValue = "0", description = "how many")
    private int lines;

    LogsCommand(RunningSystem stack) {
        this.stack = stack;
    }

    @Override
    public Integer call() throws IOException {
        if (name == null) {
            showAll();
            return 0;
        }
        Path log = stack.home().log(name);
        if (!Files.exists(log)) {
            throw new UserProblem("There is no log of '" + name + "' in " + log.getParent() + ".");
        }
        stack.console().say(LogTail.of(log, lines > 0 ? lines : LINES_WHEN_ONE));
        return 0;
    }

    private void showAll() throws IOException {
        Path folder = stack.home().log("any").getParent();
        List<Path> logs;
        try (Stream<Path> files = Files.list(folder)) {
            logs = files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
        }
        for (Path log : logs) {
            stack.console().say("==> " + log);
            stack.console().say(LogTail.of(log, lines > 0 ? lines : LINES_WHEN_ALL));
        }
    }
}
