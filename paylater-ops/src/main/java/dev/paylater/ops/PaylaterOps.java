package dev.paylater.ops;

import dev.paylater.ops.console.Console;
import dev.paylater.ops.console.Failures;
import dev.paylater.ops.environment.Environment;
import dev.paylater.ops.environment.NamedEnvironment;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What operators run against a paylater anywhere. */
@Command(
        name = "paylater-ops",
        synopsisSubcommandLabel = "COMMAND",
        description = "Looks after a running paylater: where its Kafka and its store are, you say.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done, and all is well",
            "1:done, and somebody has to look: a difference, a stuck payment, a dead letter",
            "2:the arguments are wrong",
            "3:not done: something does not answer, or refuses"
        })
public final class PaylaterOps {
    static final int FOUND = 1;
    private static final int NOT_DONE = 3;

    @Mixin private final NamedEnvironment environment;

    private PaylaterOps(NamedEnvironment environment) {
        this.environment = environment;
    }

    public static void main(String[] args) {
        System.exit(commandLine(System.getenv(), Console.standard(System.getenv())).execute(args));
    }

    static CommandLine commandLine(Map<String, String> variables, Console console) {
        var top = new PaylaterOps(new NamedEnvironment(variables));
        var commands = new CommandLine(top);
        commands.addSubcommand(new ClusterCommand(top.environment, console));
        commands(top.environment, console).forEach(commands::addSubcommand);
        return commands.setExecutionExceptionHandler(PaylaterOps::explain);
    }

    /** Those that ./paylater has as well. */
    public static List<CommandLine> commands(Environment environment, Console console) {
        return Stream.of(
                        new CommandLine(new TraceCommand(environment, console)),
                        new CommandLine(new StuckCommand(environment, console)),
                        DeadLetterCommand.commandLine(environment, console),
                        new CommandLine(new ReconcileCommand(environment, console)),
                        SettleCommand.commandLine(environment, console),
                        new CommandLine(new CompletionCommand(console)))
                .toList();
    }

    private static int explain(
            Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed) {
        PrintWriter err = commandLine.getErr();
        Failures.sentence(failure)
                .ifPresentOrElse(err::println, () -> failure.printStackTrace(err));
        err.flush();
        return NOT_DONE;
    }
}
