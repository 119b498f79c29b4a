package dev.paylater.e2e.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Latency against rate as an SVG picture; the latency axis is logarithmic. */
final class Plot {

    private static final int WIDTH = 720;
    private static final int HEIGHT = 420;
    private static final int LEFT = 70;
    private static final int BOTTOM = 50;
    private static final int TOP = 30;
    private static final double LOWEST_MILLIS = 1;
    private static final double HIGHEST_MILLIS = 10_000;
    private static final int GRID_LINES = 5;

    private final List<RateSweep.Point> points;
    private final double highestRate;

    private Plot(List<RateSweep.Point> points) {
        this.points = points;
        this.highestRate = points.stream().mapToDouble(RateSweep.Point::offered).max().orElse(1);
    }

    static String svg(List<RateSweep.Point> points) {
        var plot = new Plot(points);
        return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
        <rect width="100%%" height="100%%" fill="white"/>
        <text x="%d" y="18">Latency of a confirm against the rate of confirms (open loop)</text>
        %s
        %s
        %s
        </svg>
        """
                .formatted(
                        WIDTH,
                        HEIGHT,
                        LEFT,
                        plot.grid(),
                        plot.line("p50", "#1f77b4", RateSweep.Point::p50Millis),
                        plot.line("p99", "#d62728", RateSweep.Point::p99Millis));
    }

    private String grid() {
        var lines = new StringBuilder();
        for (var millis = LOWEST_MILLIS; millis <= HIGHEST_MILLIS; millis *= 10) {
            lines.append(
                    String.format(
                            Locale.ROOT,
                            "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>"
                                    + "<text x=\"8\" y=\"%.1f\">%.0f ms</text>%n",
                            LEFT,
                            WIDTH,
                            y(millis),
                            y(millis),
                            y(millis) + 4,
                            millis));
        }
        for (var i = 1; i <= GRID_LINES; i++) {
            var rate = highestRate * i / GRID_LINES;
            lines.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"end\">%.0f/s</text>%n",
                            x(rate),
                            HEIGHT - BOTTOM + 20,
                            rate));
        }
        return lines.toString();
    }

    private String line(String name, String colour, ToDoubleFunction<RateSweep.Point> millis) {
        var path =
                points.stream()
                        .map(
                                point ->
                                        String.format(
                                                Locale.ROOT,
                                                "%.1f,%.1f",
                                                x(point.offered()),
                                                y(millis.applyAsDouble(point))))
                        .collect(Collectors.joining(" "));
        var last = points.getLast();
        return String.format(
                Locale.ROOT,
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>"
                        + "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" text-anchor=\"end\">%s</text>",
                path,
                colour,
                x(last.offered()) - 6,
                y(millis.applyAsDouble(last)) - 6,
                colour,
                name);
    }

    private double x(double rate) {
        return LEFT + rate / highestRate * (WIDTH - LEFT - 20);
    }

    private static double y(double millis) {
        var share =
                Math.log10(Math.max(LOWEST_MILLIS, millis) / LOWEST_MILLIS)
                        / Math.log10(HIGHEST_MILLIS / LOWEST_MILLIS);
        return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
    }
}
