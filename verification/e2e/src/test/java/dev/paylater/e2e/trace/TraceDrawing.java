package dev.paylater.e2e.trace;

import java.util.Locale;
import java.util.Map;

/** A trace as an SVG picture: a bar for each span, below its parent, from its begin to its end. */
final class TraceDrawing {

    private static final Map<String, String> COLOURS =
            Map.of(
                    "api-service", "#4c78a8",
                    "orchestrator-service", "#f58518",
                    "connector-service", "#54a24b",
                    "refund-service", "#b279a2",
                    "webhook-service", "#e45756");

    private static final int ROW = 24;
    private static final int TOP = 48;
    private static final int LEFT = 390;
    private static final int WIDTH = 980;
    private static final int ROOM_FOR_TIMES = 70;
    private static final int INDENT = 14;
    private static final double NANOS_PER_MILLI = 1e6;

    private TraceDrawing() {}

    static String svg(String title, TraceTree tree) {
        var begun = tree.lines().stream().mapToLong(line -> line.span().from()).min().orElse(0);
        var ended = tree.lines().stream().mapToLong(line -> line.span().until()).max().orElse(1);
        var scale = (WIDTH - LEFT - ROOM_FOR_TIMES) / (double) Math.max(1, ended - begun);
        var rows = new StringBuilder();
        var y = TOP;
        for (var line : tree.lines()) {
            var span = line.span();
            rows.append(
                    String.format(
                            Locale.ROOT,
                            """
                            <text x="%d" y="%d"><tspan fill="%s" font-weight="bold">%s</tspan> %s</text>
                            <rect x="%.1f" y="%d" width="%.1f" height="14" rx="2" fill="%s"/>
                            <text x="%.1f" y="%d" fill="#555">%.1f ms</text>
                            """,
                            12 + line.depth() * INDENT,
                            y + 12,
                            COLOURS.get(span.service()),
                            span.service().replace("-service", ""),
                            span.name().replace("<", "&lt;"),
                            LEFT + (span.from() - begun) * scale,
                            y,
                            Math.max(2, (span.until() - span.from()) * scale),
                            COLOURS.get(span.service()),
                            LEFT + (span.until() - begun) * scale + 6,
                            y + 12,
                            (span.until() - span.from()) / NANOS_PER_MILLI));
            y += ROW;
        }
        return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
        <rect width="100%%" height="100%%" fill="white"/>
        <text x="12" y="24" font-size="14" font-weight="bold">%s</text>
        %s</svg>
        """
                .formatted(WIDTH, y + 12, title, rows);
    }
}
