package dev.paylater.e2e.bench;

import dev.paylater.e2e.Script;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Confirms a second in each 5 s of the first minute after a start, and how that compares with the
 * rate of a system that has been under load for a while.
 */
final class FirstMinute {

    private static final Duration STEP = Duration.ofSeconds(5);
    private static final int STEPS = 12;

    /** The first 30 s, whose share of the warm rate is told. */
    private static final int FIRST_STEPS = 6;

    private FirstMinute() {}

    /**
     * Stops the system, starts it again and loads it at once.
     *
     * @param warmUp how long it is loaded between the first minute and the warm rate
     */
    static Map<String, Object> measure(Duration warmUp, PrintWriter console) {
        Script.succeed("down");
        Script.succeed("up");
        var rates = new ArrayList<Double>();
        try (var confirm = ScenarioCatalogue.warmUp()) {
            for (var step = 0; step < STEPS; step++) {
                rates.add(rate(confirm, STEP));
                console.printf(
                        "%3d to %3d s: %7.1f/s%n",
                        step * STEP.toSeconds(), (step + 1) * STEP.toSeconds(), rates.getLast());
                console.flush();
            }
            if (warmUp.isPositive()) {
                confirm.run(warmUp);
            }
            var warm = rate(confirm, STEP.multipliedBy(2));
            var share = average(rates.subList(0, FIRST_STEPS)) / warm;
            console.printf("warm: %.1f/s; first 30 s: %.2f of it%n", warm, share);
            console.flush();
            var result = new LinkedHashMap<String, Object>();
            result.put("per_second_in_each_5_s", rates);
            result.put("warm_per_second", warm);
            result.put("share_of_the_first_30_s", share);
            return result;
        }
    }

    private static double average(List<Double> rates) {
        return rates.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    private static double rate(BenchScenario confirm, Duration length) {
        var result = confirm.run(length).getFirst().result();
        if (result.errors() > 0) {
            throw new IllegalStateException(
                    result.errors() + " errors, the first: " + result.firstError());
        }
        return Math.round(result.perSecond() * 10) / 10.0;
    }
}
