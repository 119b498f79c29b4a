package dev.paylater.launcher;

import dev.paylater.launcher.EndToEndCommand.Program;
import dev.paylater.ops.PaylaterOps;
import dev.paylater.ops.console.Failures;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The Java part of ./paylater; the shell part finds a JDK, builds, and hands over to this. */
@Command(
        name = "paylater",
        synopsisSubcommandLabel = "COMMAND",
        description = "Runs, shows and tests paylater on this machine, without Docker.",
        footer = "  test       Run all tests; what follows goes to Maven.",
        mixinStandardHelpOptions = true)
final class Paylater {

    /** Programs of other modules, by the name of their command. */
    private static final Map<String, Program> PROGRAMS =
            Map.of(
                    "bench", new Program("e2e", List.of("bench")),
                    "chaos", new Program("e2e", List.of("chaos")),
                    "drill", new Program("e2e", List.of("drill")),
                    "gameday", new Program("e2e", List.of("gameday")),
                    "fuzz", new Program("e2e", List.of("fuzz")),
                    "simulate", new Program("simulation", List.of()),
                    "certify", new Program("certification", List.of()));

    private Paylater() {}

    public static void main(String[] args) throws IOException {
        System.exit(commandLine(RunningSystem.fromEnvironment(System.getenv())).execute(args));
    }

    static CommandLine commandLine(RunningSystem stack) {
        var commands = new CommandLine(new Paylater());
        Stream.of(
                        new UpCommand(stack),
                        new DemoCommand(stack),
                        new StatusCommand(stack),
                        new LogsCommand(stack),
                        new DownCommand(stack),
                        new KillCommand(stack),
                        new StartCommand(stack),
                        new TrainCommand(stack),
                        new ListenCommand(stack))
                .forEach(commands::addSubcommand);
        PaylaterOps.commands(new LocalEnvironment(stack), stack.console())
                .forEach(commands::addSubcommand);
        PROGRAMS.forEach(
                (name, program) -> commands.addSubcommand(name, endToEnd(stack, name, program)));
        return commands.setExecutionExceptionHandler(Paylater::explain);
    }

    /** Everything behind the name belongs to the program, options included. */
    private static CommandLine endToEnd(RunningSystem stack, String name, Program program) {
        var command = new CommandLine(new EndToEndCommand(stack, program));
        command.setUnmatchedOptionsArePositionalParams(true);
        command.getCommandSpec().name(name);
        command.getCommandSpec()
                .usageMessage()
                .description(
                        "A program of module %s; takes all its arguments."
                                .formatted(program.module()));
        return command;
    }

    private static int explain(
            Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed) {
        PrintWriter err = commandLine.getErr();
        Failures.sentence(failure)
                .ifPresentOrElse(err::println, () -> failure.printStackTrace(err));
        err.flush();
        return 1;
    }
}
