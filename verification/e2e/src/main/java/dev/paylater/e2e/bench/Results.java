package dev.paylater.e2e.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The rounds of one scenario and what they come to: the median round, by units per second. */
record Results(String scenario, String unit, List<Round> rounds) {

    private static final double NANOS_PER_MILLI = 1e6;

    Round median() {
        var ordered = new ArrayList<>(rounds);
        ordered.sort(Comparator.comparingDouble(Round::perSecond));
        return ordered.get(ordered.size() / 2);
    }

    /** The median over the rounds of something that is measured in each. */
    double median(ToDoubleFunction<Round> measured) {
        var values = rounds.stream().mapToDouble(measured).sorted().toArray();
        return values[values.length / 2];
    }

    static double millis(Histogram latencies, double percentile) {
        return latencies.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }

    /** As it goes into the file of results. */
    Map<String, Object> toJson() {
        var json = new LinkedHashMap<String, Object>();
        json.put("scenario", scenario);
        json.put("unit", unit);
        json.put("median_per_second", rounded(median(Round::perSecond)));
        json.put("median_cpu_ms_per_unit", rounded(median(Round::cpuMillisPerUnit)));
        json.put("rounds", rounds.stream().map(Results::toJson).toList());
        return json;
    }

    private static Map<String, Object> toJson(Round round) {
        var json = new LinkedHashMap<String, Object>();
        json.put("per_second", rounded(round.perSecond()));
        json.put("errors", round.errors());
        json.put("disturbed", round.isDisturbed());
        json.put("phases", round.phases().stream().map(Results::toJson).toList());
        var perUnit = new LinkedHashMap<String, Object>();
        round.usage()
                .cpuMillis()
                .forEach(
                        (name, millis) ->
                                perUnit.put(
                                        name,
                                        rounded((double) millis / Math.max(1, round.done()))));
        json.put("cpu_ms_per_unit", perUnit);
        json.put("cpu_ms_per_unit_together", rounded(round.cpuMillisPerUnit()));
        json.put("cpu_ms_per_unit_without_compilers", rounded(round.warmCpuMillisPerUnit()));
        json.put("peak_rss_mib", round.usage().peakMebibytes());
        json.put("generator_cpu_ms", round.usage().generatorCpuMillis());
        json.put("others_cpu_ms", round.usage().othersCpuMillis());
        return json;
    }

    private static Map<String, Object> toJson(BenchScenario.Phase phase) {
        var latencies = phase.result().latencies();
        var json = new LinkedHashMap<String, Object>();
        if (!phase.name().isEmpty()) {
            json.put("phase", phase.name());
        }
        json.put("per_second", rounded(phase.result().perSecond()));
        json.put("p50_ms", rounded(millis(latencies, 50)));
        json.put("p99_ms", rounded(millis(latencies, 99)));
        json.put("p999_ms", rounded(millis(latencies, 99.9)));
        json.put("max_ms", rounded(millis(latencies, 100)));
        json.put("errors", phase.result().errors());
        if (phase.result().firstError() != null) {
            json.put("first_error", phase.result().firstError());
        }
        return json;
    }

    private static double rounded(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }
}
