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
 * Hands over to a program of module e2e, which drives the running system from outside. All
 * arguments are that program's own.
 */
@Command
final class EndToEndCommand implements Callable<Integer> {
    private static final String JAR = "e2e-0.1.0-SNAPSHOT.jar";

    private final Stack stack;
    private final String mainClass;

    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "for the program")
    private List<String> arguments = new ArrayList<>();

    EndToEndCommand(Stack stack, String mainClass) {
        this.stack = stack;
        this.mainClass = mainClass;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path jar = stack.home().target("e2e").resolve(JAR);
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
