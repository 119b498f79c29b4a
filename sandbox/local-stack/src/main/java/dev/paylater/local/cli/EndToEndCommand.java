package dev.paylater.local.cli;

import dev.paylater.local.cli.process.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.jar.JarFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Hands over to a program of another module: one of e2e, which drives the running system from
 * outside, or the simulation. All arguments are that program's own.
 */
@Command
final class EndToEndCommand implements Callable<Integer> {
    /** A program and the module that it is in. */
    record Program(String module, String mainClass) {}

    private static final String VERSION = "0.1.0-SNAPSHOT";

    private final Stack stack;
    private final Program program;

    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "for the program")
    private List<String> arguments = new ArrayList<>();

    EndToEndCommand(Stack stack, Program program) {
        this.stack = stack;
        this.program = program;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String module = program.module();
        String mainClass = program.mainClass();
        Path jar = stack.home().target(module).resolve("%s-%s.jar".formatted(module, VERSION));
        if (!contains(jar, mainClass.replace('.', '/') + ".class")) {
            throw new Problem("Not built yet: %s has no %s.".formatted(jar, mainClass));
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        // The simulation stops code in the middle with the JDK's continuations.
                        "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                        "-cp",
                        jar.toString(),
                        mainClass));
        command.addAll(arguments);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    private static boolean contains(Path jar, String entry) throws IOException {
        if (!Files.exists(jar)) {
            return false;
        }
        try (var file = new JarFile(jar.toFile())) {
            return file.getEntry(entry) != null;
        }
    }
}
