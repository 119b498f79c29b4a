package dev.paylater.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The paylater script, run the way a person would. */
public final class Script {

    /** Where the system listens, relative to its usual ports; see the script's own help. */
    public static final int PORT_OFFSET =
            Integer.parseInt(System.getenv().getOrDefault("PAYLATER_PORT_OFFSET", "0"));

    private static final Path ROOT =
            Path.of(System.getenv().getOrDefault("PAYLATER_CHECKOUT", "../.."))
                    .toAbsolutePath()
                    .normalize();
    private static final long TIMEOUT_SECONDS = 240;

    private Script() {}

    /** The checkout that the script lies in. */
    public static Path root() {
        return ROOT;
    }

    public record Result(int exitCode, String output) {}

    public static Result run(String... arguments) {
        return run(Map.of(), arguments);
    }

    /** Runs the script with more in the environment, which what is started inherits. */
    public static Result run(Map<String, String> environment, String... arguments) {
        var command = new ArrayList<>(List.of("bash", ROOT.resolve("paylater").toString()));
        command.addAll(List.of(arguments));
        var builder =
                new ProcessBuilder(command).directory(ROOT.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().put("PAYLATER_BUILD", "skip");
        try {
            var process = builder.start();
            process.getOutputStream().close();
            var output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("No end to " + command + "\n" + output);
            }
            return new Result(process.exitValue(), output);
        } catch (IOException e) {
            throw new AssertionError("Cannot run " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted in " + command, e);
        }
    }

    /** Runs it and fails with all it printed when it does not end well. */
    public static String succeed(String... arguments) {
        var result = run(arguments);
        if (result.exitCode() != 0) {
            throw new AssertionError(
                    "paylater %s ended with %d:%n%s"
                            .formatted(
                                    String.join(" ", arguments),
                                    result.exitCode(),
                                    result.output()));
        }
        return result.output();
    }
}
