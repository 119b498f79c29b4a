package dev.paylater.e2e.bench;

import dev.paylater.e2e.Script;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures two versions by turns in one run: this checkout and an older commit, each as a system of
 * its own on ports of its own, both started in the same way and both warmed up before the first
 * round. While one is measured the other idles. The load comes from this version for both.
 */
final class Against implements AutoCloseable {

    private static final int PORT_STEP = 400;

    private final PrintWriter console;
    private final Path out;
    private final Version current;
    private final Version older;

    private Against(PrintWriter console, Path out, Version current, Version older) {
        this.console = console;
        this.out = out;
        this.current = current;
        this.older = older;
    }

    /** A system that is measured: the checkout it is run from, its state and its ports. */
    private record Version(String name, Path checkout, Path home, int portOffset) {

        Map<String, String> environment() {
            return Map.of(
                    "PAYLATER_CHECKOUT", checkout.toString(),
                    "PAYLATER_HOME", home.toString(),
                    "PAYLATER_PORT_OFFSET", Integer.toString(portOffset),
                    // Caches that are trained at different times would be compared otherwise.
                    "PAYLATER_TRAIN", "off");
        }
    }

    /**
     * Builds the older version where it is missing and starts both.
     *
     * @param ref anything that git resolves to a commit
     */
    static Against start(String ref, Path out, PrintWriter console)
            throws IOException, InterruptedException {
        var root = Script.root();
        var commit = git(root, "rev-parse", "--short=10", ref + "^{commit}");
        var state = root.resolve(".paylater").resolve("against");
        var checkout = state.resolve(commit);
        if (!Files.exists(checkout)) {
            git(root, "worktree", "prune");
            git(root, "worktree", "add", "--detach", checkout.toString(), commit);
        }
        var current =
                new Version("this", root, state.resolve("this"), Script.PORT_OFFSET + PORT_STEP);
        var older =
                new Version(
                        commit,
                        checkout,
                        checkout.resolve(".paylater"),
                        Script.PORT_OFFSET + 2 * PORT_STEP);
        var against = new Against(console, out, current, older);
        try {
            against.script(older, "up");
            against.script(current, "up");
        } catch (IOException | InterruptedException | RuntimeException e) {
            against.close();
            throw e;
        }
        return against;
    }

    /** Prints each round and the medians; writes them beside the results of other runs. */
    void measure(String scenario, int rounds, long seconds, long warmUpSeconds)
            throws IOException, InterruptedException {
        var measured = new LinkedHashMap<Version, List<JsonNode>>();
        for (var version : List.of(older, current)) {
            measured.put(version, new ArrayList<>());
            round(version, scenario, warmUpSeconds, 0);
        }
        for (var n = 0; n < rounds; n++) {
            for (var version : n % 2 == 0 ? List.of(older, current) : List.of(current, older)) {
                var round = round(version, scenario, seconds, n + 1);
                Objects.requireNonNull(measured.get(version)).add(round);
                console.printf(
                        "%-12s round %d: %8.1f/s %7.3f CPU-ms, p99 %7.1f ms%n",
                        version.name(), n + 1, perSecond(round), cpu(round), p99(round));
                console.flush();
            }
        }
        print(scenario, "per second", measured, Against::perSecond);
        print(scenario, "CPU-ms per unit", measured, Against::cpu);
        print(scenario, "p99 in ms", measured, Against::p99);
    }

    private void print(
            String scenario,
            String what,
            Map<Version, List<JsonNode>> measured,
            ToDoubleFunction<JsonNode> value) {
        var before = median(Objects.requireNonNull(measured.get(older)), value);
        var after = median(Objects.requireNonNull(measured.get(current)), value);
        console.printf(
                "%s, %s: %.3f at %s, %.3f now: %+.1f %%%n",
                scenario, what, before, older.name(), after, (after / before - 1) * 100);
        console.flush();
    }

    private static double median(List<JsonNode> rounds, ToDoubleFunction<JsonNode> value) {
        var values = rounds.stream().mapToDouble(value).sorted().toArray();
        var middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }

    private static double perSecond(JsonNode round) {
        return round.path("per_second").asDouble();
    }

    private static double cpu(JsonNode round) {
        return round.path("cpu_ms_per_unit_together").asDouble();
    }

    private static double p99(JsonNode round) {
        return round.path("phases").path(0).path("p99_ms").asDouble();
    }

    /** One round in a process of its own, so that both versions meet a load generator as fresh. */
    private JsonNode round(Version version, String scenario, long seconds, int number)
            throws IOException, InterruptedException {
        var results = out.resolve("against").resolve(version.name() + "-" + number);
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Run with -jar, as this process was, the class path is the jar.
        command.addAll(List.of("-XX:+UseSerialGC", "-jar", System.getProperty("java.class.path")));
        command.add("bench");
        command.addAll(
                List.of(
                        scenario,
                        "--rounds=1",
                        "--warm-up=0",
                        "--tolerate-others",
                        "--seconds=" + seconds,
                        "--out=" + results));
        run(version, command, results.resolveSibling(results.getFileName() + ".log"));
        return JsonMapper.builder()
                .build()
                .readTree(results.resolve("results.json").toFile())
                .path("results")
                .path(0)
                .path("rounds")
                .path(0);
    }

    private void script(Version version, String command) throws IOException, InterruptedException {
        console.println("paylater " + command + " of " + version.name());
        console.flush();
        run(
                version,
                List.of("bash", version.checkout().resolve("paylater").toString(), command),
                out.resolve("against").resolve(version.name() + "-" + command + ".log"));
    }

    private static void run(Version version, List<String> command, Path log)
            throws IOException, InterruptedException {
        Files.createDirectories(log.toAbsolutePath().getParent());
        var builder =
                new ProcessBuilder(command)
                        .directory(version.checkout().toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().putAll(version.environment());
        var exit = builder.start().waitFor();
        if (exit != 0) {
            throw new IllegalStateException(
                    "Ended with %d, see %s: %s".formatted(exit, log, String.join(" ", command)));
        }
    }

    private static String git(Path root, String... arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(Arrays.asList(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + output);
        }
        return output;
    }

    /** Stops both systems; what was built of the older one stays for the next time. */
    @Override
    public void close() throws IOException {
        for (var version : List.of(older, current)) {
            try {
                script(version, "down");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
