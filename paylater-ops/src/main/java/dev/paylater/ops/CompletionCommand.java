package dev.paylater.ops;

import dev.paylater.ops.console.Console;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lets bash and zsh complete commands and options. */
@Command(
        name = "completion",
        description = "Print what lets bash and zsh complete: source <(NAME completion)",
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {
    private final Console console;

    @Spec private @Nullable CommandSpec spec;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var root = Objects.requireNonNull(spec).root();
        console.say(AutoComplete.bash(root.name(), root.commandLine()));
        return 0;
    }
}
