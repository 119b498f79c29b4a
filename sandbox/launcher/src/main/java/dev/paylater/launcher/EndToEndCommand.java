package dev.paylater.launcher;

import dev.paylater.launcher.process.JvmOptions;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Hands over to a program of another module: one of e2e, which drives the running system from
 * outside, the simulation, or the certification of connectors. All arguments are that program's
 * own.
 */
@Command
final class EndToEndCommand implements Callable<Integer> {
    /**
     * What is started.
     *
     * @param module whose jar it is
     * @param first what it is given before everything else
     */
    record Program(String module, List<String> first) {}

    private final RunningSystem stack;
    private final Program program;

    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "for the program")
    private List<String> arguments = new ArrayList<>();

    EndToEndCommand(RunningSystem stack, Program program) {
        this.stack = stack;
        this.program = program;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path jar = stack.home().jar(program.module());
        if (!Files.exists(jar)) {
            throw new UserProblem("Not built yet: " + jar);
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmOptions.LOCALE);
        command.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(program.first());
        command.addAll(arguments);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
