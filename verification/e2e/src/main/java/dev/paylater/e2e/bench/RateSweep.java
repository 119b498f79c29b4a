package dev.paylater.e2e.bench;

import dev.paylater.e2e.MerchantClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Latency of confirms at ever higher fixed rates, until the system cannot keep up. */
final class RateSweep {

    /**
     * One rate.
     *
     * @param offered requests per second that were started
     * @param achieved of those that were answered
     */
    record Point(double offered, double achieved, double p50Millis, double p99Millis) {

        Map<String, Object> toJson() {
            var json = new LinkedHashMap<String, Object>();
            json.put("offered_per_second", offered);
            json.put("achieved_per_second", Math.round(achieved));
            json.put("p50_ms", p50Millis);
            json.put("p99_ms", p99Millis);
            return json;
        }
    }

    private static final double FIRST = 100;
    private static final double STEP = 150;
    private static final double LAST = 2_500;
    private static final double KEEPING_UP = 0.95;
    private static final int CLIENTS = 1_000;

    private RateSweep() {}

    static List<Point> measure(Duration each, PrintWriter out) {
        var points = new ArrayList<Point>();
        var body = MerchantClient.body("", "automatic");
        try (var wire = BenchConnections.toTheApi(CLIENTS)) {
            for (var rate = FIRST; rate <= LAST; rate += STEP) {
                var result =
                        Load.open(
                                rate,
                                CLIENTS,
                                each,
                                () -> wire.post("/payments", body).expect("succeeded"));
                var point =
                        new Point(
                                rate,
                                result.perSecond(),
                                Results.millis(result.latencies(), 50),
                                Results.millis(result.latencies(), 99));
                points.add(point);
                out.printf(
                        "rate %6.0f/s: %6.0f/s answered, p50 %8.2f ms, p99 %8.2f ms, %d errors%n",
                        point.offered(),
                        point.achieved(),
                        point.p50Millis(),
                        point.p99Millis(),
                        result.errors());
                out.flush();
                if (point.achieved() < rate * KEEPING_UP || result.errors() > 0) {
                    break;
                }
            }
        }
        return points;
    }
}
