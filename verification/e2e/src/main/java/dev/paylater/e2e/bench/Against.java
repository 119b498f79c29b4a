package dev.paylater.e2e.bench;

import dev.paylater.e2e.Checkout;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures two versions by turns in one run: this checkout and an older commit, each as a system of
 * its own on ports of its own, both started in the same way, unless this one is to be one process,
 * and both warmed up before the first round. While one is measured the other idles. The load comes
 * from this version for both.
 */
final class Against implements AutoCloseable {

    /** A system that has idled while the other was measured is not measured cold. */
    private static final long SETTLING_SECONDS = 4;

    private static final Duration AT_MOST = Duration.ofMinutes(15);

    /** High end divided by low end, less 1: the median is known to 2 % on either side. */
    private static final double NARROW = 0.04;

    private final PrintWriter console;
    private final Path out;
    private final Checkout current;
    private final Checkout older;

    private Against(PrintWriter console, Path out, Checkout current, Checkout older) {
        this.console = console;
        this.out = out;
        this.current = current;
        this.older = older;
    }

    /**
     * Builds the older version where it is missing and starts both with empty stores.
     *
     * @param ref anything that git resolves to a commit
     * @param oneProcess whether this checkout's services are one process
     */
    static Against start(String ref, boolean oneProcess, Path out, PrintWriter console)
            throws IOException, InterruptedException {
        var older = Checkout.of(ref);
        var current = Checkout.current(oneProcess);
        var against = new Against(console, out, current, older);
        try {
            for (var version : List.of(older, current)) {
                against.script(version, "down", "--wipe");
                against.script(version, "up");
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            against.close();
            throw e;
        }
        return against;
    }

    /**
     * Prints each round, the medians, and the median of the pairs with the interval in which it
     * lies with 95 %: of rounds that followed each other directly, so that a machine which others
     * slow down for minutes counts for both. Ends when the interval of the CPU time is narrow or
     * after 15 minutes. Writes the rounds beside the results of other runs.
     *
     * @param pairs the least number of pairs
     */
    void measure(String scenario, int pairs, long seconds, long warmUpSeconds)
            throws IOException, InterruptedException {
        var end = System.nanoTime() + AT_MOST.toNanos();
        var measured = new LinkedHashMap<Checkout, List<JsonNode>>();
        for (var version : List.of(older, current)) {
            measured.put(version, new ArrayList<>());
            round(version, scenario, warmUpSeconds, 0);
        }
        for (var n = 0; n < pairs || (System.nanoTime() < end && isWide(measured)); n++) {
            for (var version : n % 2 == 0 ? List.of(older, current) : List.of(current, older)) {
                var round = round(version, scenario, seconds, n + 1);
                Objects.requireNonNull(measured.get(version)).add(round);
                console.printf(
                        "%-12s round %d: %8.1f/s %7.3f CPU-ms (%.3f without compilers), p99 %7.1f"
                                + " ms%n",
                        version.name(),
                        n + 1,
                        perSecond(round),
                        cpu(round),
                        warmCpu(round),
                        p99(round));
                console.flush();
            }
        }
        print(scenario, "per second", measured, Against::perSecond);
        print(scenario, "CPU-ms per unit", measured, Against::cpu);
        print(scenario, "CPU-ms per unit without compilers", measured, Against::warmCpu);
        print(scenario, "p99 in ms", measured, Against::p99);
    }

    private boolean isWide(Map<Checkout, List<JsonNode>> measured) {
        return ratios(measured, Against::warmCpu).intervalWidth() > NARROW;
    }

    private void print(
            String scenario,
            String what,
            Map<Checkout, List<JsonNode>> measured,
            ToDoubleFunction<JsonNode> value) {
        var before = Pairs.median(values(measured, older, value));
        var after = Pairs.median(values(measured, current, value));
        var pairs = ratios(measured, value);
        console.printf(
                "%s, %s: %.3f at %s, %.3f now: %+.1f %%, median of %d pairs %+.1f %% (95 %%: %+.1f"
                        + " to %+.1f %%)%n",
                scenario,
                what,
                before,
                older.name(),
                after,
                percent(after / before),
                pairs.size(),
                percent(pairs.median()),
                percent(pairs.low()),
                percent(pairs.high()));
        console.flush();
    }

    private Pairs ratios(Map<Checkout, List<JsonNode>> measured, ToDoubleFunction<JsonNode> value) {
        return Pairs.of(values(measured, older, value), values(measured, current, value));
    }

    /** Of each round, in their order. */
    private static double[] values(
            Map<Checkout, List<JsonNode>> measured,
            Checkout version,
            ToDoubleFunction<JsonNode> value) {
        return Objects.requireNonNull(measured.get(version)).stream().mapToDouble(value).toArray();
    }

    private static double percent(double ratio) {
        return (ratio - 1) * 100;
    }

    private static double perSecond(JsonNode round) {
        return round.path("per_second").asDouble();
    }

    private static double cpu(JsonNode round) {
        return round.path("cpu_ms_per_unit_together").asDouble();
    }

    private static double warmCpu(JsonNode round) {
        return round.path("cpu_ms_per_unit_without_compilers").asDouble();
    }

    private static double p99(JsonNode round) {
        return round.path("phases").path(0).path("p99_ms").asDouble();
    }

    /** One round in a process of its own, so that both versions meet a load generator as fresh. */
    private JsonNode round(Checkout version, String scenario, long seconds, int number)
            throws IOException, InterruptedException {
        var results = out.resolve("against").resolve(version.name() + "-" + number);
        version.run(
                version.program(
                        "bench",
                        List.of(
                                scenario,
                                "--rounds=1",
                                "--warm-up=" + (number == 0 ? 0 : SETTLING_SECONDS),
                                "--tolerate-others",
                                "--seconds=" + seconds,
                                "--out=" + results)),
                results.resolveSibling(results.getFileName() + ".log"));
        return JsonMapper.builder()
                .build()
                .readTree(results.resolve("results.json").toFile())
                .path("results")
                .path(0)
                .path("rounds")
                .path(0);
    }

    private void script(Checkout version, String... command)
            throws IOException, InterruptedException {
        console.println("paylater " + String.join(" ", command) + " of " + version.name());
        console.flush();
        version.run(
                version.script(command),
                out.resolve("against").resolve(version.name() + "-" + command[0] + ".log"));
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
