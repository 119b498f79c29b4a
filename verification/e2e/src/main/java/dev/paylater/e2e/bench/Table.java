package dev.paylater.e2e.bench;

import java.io.PrintWriter;
import java.util.stream.Collectors;

/** Prints rounds as they come, so that a long run shows what it does. */
final class Table {

    private final PrintWriter out;

    Table(PrintWriter out) {
        this.out = out;
        out.printf(
                "%-18s %-8s %10s %8s %8s %8s %7s %9s %8s%n",
                "scenario",
                "phase",
                "per second",
                "p50 ms",
                "p99 ms",
                "p99.9",
                "errors",
                "CPU-ms",
                "others");
        out.flush();
    }

    void print(String scenario, Round round, boolean kept) {
        for (var phase : round.phases()) {
            var latencies = phase.result().latencies();
            out.printf(
                    "%-18s %-8s %10.1f %8.2f %8.2f %8.2f %7d %9.3f %8s%n",
                    scenario,
                    phase.name(),
                    phase.result().perSecond(),
                    Results.millis(latencies, 50),
                    Results.millis(latencies, 99),
                    Results.millis(latencies, 99.9),
                    phase.result().errors(),
                    round.cpuMillisPerUnit(),
                    others(round) + (kept ? "" : " again"));
            if (phase.result().firstError() != null) {
                out.println("    first error: " + phase.result().firstError());
            }
        }
        out.flush();
    }

    private static String others(Round round) {
        var share =
                100.0
                        * round.usage().othersCpuMillis()
                        / (round.took().toMillis()
                                * (double) Runtime.getRuntime().availableProcessors());
        return Math.round(share) + " %" + (round.isDisturbed() ? " !" : "");
    }

    void printMedian(Results results) {
        var median = results.median();
        out.printf(
                "  median %.1f/s, %.3f CPU-ms per %s (%s); RSS MiB %s%n",
                results.median(Round::perSecond),
                results.median(Round::cpuMillisPerUnit),
                results.unit(),
                median.usage().cpuMillis().entrySet().stream()
                        .map(
                                e ->
                                        "%s %.3f"
                                                .formatted(
                                                        e.getKey(),
                                                        (double) e.getValue()
                                                                / Math.max(1, median.done())))
                        .collect(Collectors.joining(", ")),
                median.usage().peakMebibytes());
        out.flush();
    }
}
