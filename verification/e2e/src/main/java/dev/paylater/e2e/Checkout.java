package dev.paylater.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A checkout that runs as a system of its own, beside the one that this program belongs to.
 *
 * @param name what it is called in logs
 * @param home where its state lies
 * @param oneProcess whether all services are one process; false: one for each, as all versions do
 */
public record Checkout(String name, Path folder, Path home, int portOffset, boolean oneProcess) {

    private static final int PORT_STEP = 400;

    /** This one, as a system beside the one that is usually started from it. */
    public static Checkout current(boolean oneProcess) {
        return new Checkout("this", Script.root(), state().resolve("this"), offset(1), oneProcess);
    }

    /**
     * An older commit, checked out where it is missing. It is built when it is first started, and
     * stays for the next time.
     *
     * @param ref anything that git resolves to a commit
     */
    public static Checkout of(String ref) throws IOException, InterruptedException {
        var commit = git("rev-parse", "--short=10", ref + "^{commit}");
        var folder = state().resolve(commit);
        if (!Files.exists(folder)) {
            git("worktree", "prune");
            git("worktree", "add", "--detach", folder.toString(), commit);
        }
        return new Checkout(commit, folder, folder.resolve(".paylater"), offset(2), false);
    }

    private static Path state() {
        return Script.root().resolve(".paylater").resolve("against");
    }

    private static int offset(int step) {
        return Script.PORT_OFFSET + step * PORT_STEP;
    }

    /** The program of that name of this version, driving the checkout's system. */
    public List<String> program(String program, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Run with -jar, as this process was, the class path is the jar.
        command.addAll(List.of("-XX:+UseSerialGC", "-jar", System.getProperty("java.class.path")));
        command.add(program);
        command.addAll(arguments);
        return command;
    }

    /** The paylater script of the checkout. */
    public List<String> script(String... arguments) {
        var command = new ArrayList<>(List.of("bash", folder.resolve("paylater").toString()));
        command.addAll(Arrays.asList(arguments));
        return command;
    }

    /** Runs a command for this system, printing where this process does. */
    public int run(List<String> command) throws IOException, InterruptedException {
        return builder(command).inheritIO().start().waitFor();
    }

    /** Runs a command for this system, printing to a file; fails when it does not end well. */
    public void run(List<String> command, Path log) throws IOException, InterruptedException {
        Files.createDirectories(log.toAbsolutePath().getParent());
        var exit =
                builder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start()
                        .waitFor();
        if (exit != 0) {
            throw new IllegalStateException(
                    "Ended with %d, see %s: %s".formatted(exit, log, String.join(" ", command)));
        }
    }

    private ProcessBuilder builder(List<String> command) {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        // Skipping the build of this version is no reason to skip that of another one.
        builder.environment().remove("PAYLATER_BUILD");
        builder.environment()
                .putAll(
                        Map.of(
                                "PAYLATER_CHECKOUT",
                                folder.toString(),
                                "PAYLATER_HOME",
                                home.toString(),
                                "PAYLATER_PORT_OFFSET",
                                Integer.toString(portOffset),
                                // As --processes, which older versions do not know.
                                "PAYLATER_PROCESSES",
                                Boolean.toString(!oneProcess),
                                // Caches that are trained at different times would be compared.
                                "PAYLATER_TRAIN",
                                "off"));
        return builder;
    }

    private static String git(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git", "-C", Script.root().toString()));
        command.addAll(Arrays.asList(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + output);
        }
        return output;
    }
}
