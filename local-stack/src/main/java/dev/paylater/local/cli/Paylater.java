package dev.paylater.local.cli;

import dev.paylater.local.cli.process.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The Java part of ./paylater; the shell part finds a JDK, builds, and hands over to this. */
@Command(
        name = "paylater",
        synopsisSubcommandLabel = "COMMAND",
        description = "Runs, shows and tests paylater on this machine, without Docker.",
        mixinStandardHelpOptions = true)
final class Paylater {
    private Paylater() {}

    public static void main(String[] args) throws IOException {
        System.exit(commandLine(Stack.fromEnvironment(System.getenv())).execute(args));
    }

    static CommandLine commandLine(Stack stack) {
        return new CommandLine(new Paylater())
                .addSubcommand(new UpCommand(stack))
                .addSubcommand(new DemoCommand(stack))
                .addSubcommand(new StatusCommand(stack))
                .addSubcommand(new LogsCommand(stack))
                .addSubcommand(new DownCommand(stack))
                .addSubcommand(new KillCommand(stack))
                .addSubcommand(new StartCommand(stack))
                .addSubcommand(new TrainCommand(stack))
                .addSubcommand(new TraceCommand(stack))
                .addSubcommand(DeadLetterCommand.commandLine(stack))
                .addSubcommand(new ReconcileCommand(stack))
                .setExecutionExceptionHandler(Paylater::explain);
    }

    private static int explain(
            Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed) {
        PrintWriter err = commandLine.getErr();
        if (failure instanceof Problem) {
            err.println(failure.getMessage());
        } else {
            failure.printStackTrace(err);
        }
        err.flush();
        return 1;
    }
}
