package dev.paylater.e2e.trace;

import dev.paylater.e2e.trace.OtlpReceiver.Exported;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The spans of a trace, each below its parent. */
record TraceTree(List<Line> lines) {

    /** A span and how deep it stands. */
    record Line(int depth, Exported span) {
        @Override
        public String toString() {
            return "  ".repeat(depth) + span.service() + ": " + span.name();
        }
    }

    /** What begins at once in two services comes in the same order each time. */
    static final Comparator<Exported> BY_NAME =
            Comparator.comparing(Exported::service).thenComparing(Exported::name);

    static final Comparator<Exported> BY_TIME = Comparator.comparingLong(Exported::from);

    /**
     * The tree below a span that need not be among them.
     *
     * @param root the caller's span
     * @param order of spans with one parent
     */
    static TraceTree of(List<Exported> spans, String root, Comparator<Exported> order) {
        var lines = new ArrayList<Line>();
        add(spans, root, order, 0, lines);
        return new TraceTree(lines);
    }

    private static void add(
            List<Exported> spans,
            String parent,
            Comparator<Exported> order,
            int depth,
            List<Line> lines) {
        spans.stream()
                .filter(span -> span.parentId().equals(parent))
                .sorted(order)
                .forEach(
                        span -> {
                            lines.add(new Line(depth, span));
                            add(spans, span.spanId(), order, depth + 1, lines);
                        });
    }

    List<String> text() {
        return lines.stream().map(Line::toString).toList();
    }
}
