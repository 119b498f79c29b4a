package dev.paylater.e2e.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.e2e.ConnectorProcesses;
import dev.paylater.e2e.RunningProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Replaces one instance after the other by another version's, and all of them back again. An
 * instance ends politely and is started as it was, under its name, with another jar.
 */
final class Upgrade implements Disturbance {

    /** Who reads a message is upgraded before who writes it. */
    static final List<String> ORDER =
            List.of("connector-service", "refund-service", "orchestrator-service", "api-service");

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path newer;
    private final Timing timing;
    private final ChaosFindings findings;
    private final Map<String, String> olderJars = new HashMap<>();
    private volatile String last = "nobody";

    /**
     * @param newer the checkout whose jars replace those that run
     */
    Upgrade(Path newer, Timing timing, ChaosFindings findings) {
        this.newer = newer;
        this.timing = timing;
        this.findings = findings;
    }

    @Override
    public void run() {
        try {
            for (var service : ORDER) {
                for (var process : RunningProcess.of(service)) {
                    replace(process, newJar(service), "upgraded");
                }
            }
            for (var service : ORDER.reversed()) {
                for (var process : RunningProcess.of(service)) {
                    replace(process, olderJar(process), "rolled back");
                }
            }
        } catch (IOException | RuntimeException e) {
            findings.add(last, "the replacement failed: " + e);
        }
    }

    /** What was begun is carried to its end. */
    @Override
    public void stop() {}

    @Override
    public String last() {
        return last;
    }

    private String newJar(String service) {
        return newer.resolve(service)
                .resolve("target")
                .resolve(service + "-0.1.0-SNAPSHOT-exec.jar")
                .toString();
    }

    private String olderJar(RunningProcess process) {
        return Objects.requireNonNull(olderJars.get(process.name()), "It was not upgraded");
    }

    private void replace(RunningProcess process, String jar, String what) throws IOException {
        var command = new ArrayList<String>();
        for (var argument : proc(process, "cmdline")) {
            // A cache of classes belongs to the jar that it was made of.
            if (!argument.startsWith("-XX:AOT")) {
                command.add(argument);
            }
        }
        var jarAt = command.indexOf("-jar") + 1;
        olderJars.putIfAbsent(process.name(), command.get(jarAt));
        command.set(jarAt, jar);
        var environment = proc(process, "environ");
        var stopped = System.nanoTime();
        process.signal("TERM");
        await(process.name() + " does not stop", () -> !process.isAlive());
        start(process, command, environment);
        await(
                process.name() + " is not ready",
                () -> ConnectorProcesses.isReady(process.managementPort()));
        timing.restartedOneOf(process.service(), stopped);
        last = process.name() + " " + what;
        System.out.println("  " + last);
    }

    private static void start(
            RunningProcess process, List<String> command, List<String> environment)
            throws IOException {
        var builder =
                new ProcessBuilder(command)
                        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(process.log().toFile()));
        builder.environment().clear();
        for (var variable : environment) {
            var equals = variable.indexOf('=');
            builder.environment()
                    .put(variable.substring(0, equals), variable.substring(equals + 1));
        }
        // The older instances that are still there may issue such tokens.
        builder.environment().put("PAYLATER_SERVICE_TOKENS_WITHOUT_AUDIENCE", "true");
        process.isNow(builder.start().toHandle());
    }

    private static List<String> proc(RunningProcess process, String what) throws IOException {
        var path = Path.of("/proc", Long.toString(process.pid()), what);
        return List.of(Files.readString(path, UTF_8).split("\0"));
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(String otherwise, Condition condition) {
        var end = Instant.now().plus(PATIENCE);
        while (!condition.holds()) {
            if (Instant.now().isAfter(end)) {
                throw new UncheckedIOException(new IOException(otherwise));
            }
            PatientMerchant.sleep(100);
        }
    }
}
