import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Draws the samples of a JFR recording as a flame graph: {@code java Flame.java recording.jfr > cpu.svg}. The lowest boxes
 * are threads, numbers in their names left out; above each box stands what it called. A box is as wide as its share of the
 * samples. Calls within one class are one box. It takes samples of CPU time where the recording has them, and otherwise
 * those of threads that run.
 */
final class Flame {
    private static final int WIDTH = 1_600;
    private static final int ROW = 17;
    private static final int MAX_DEPTH = 46;
    private static final double NARROWEST = 2.5;
    private static final double CHARACTER = 6.4;

    /** Whose code a class is, by the beginning of its name, and the colour of its boxes. */
    private static final Map<String, String> COLOURS = new LinkedHashMap<>();

    static {
        COLOURS.put("dev.paylater.documentstore", "#c9b3e6");
        COLOURS.put("dev.paylater.simulator", "#d9d9d9");
        COLOURS.put("dev.paylater", "#f4a261");
        COLOURS.put("org.rocksdb", "#c9b3e6");
        COLOURS.put("org.apache.kafka", "#8ecae6");
        COLOURS.put("kafka", "#8ecae6");
        COLOURS.put("com.mongodb", "#a8d5a2");
        COLOURS.put("org.bson", "#a8d5a2");
        COLOURS.put("org.apache.avro", "#f7d070");
        COLOURS.put("tools.jackson", "#f7d070");
        COLOURS.put("org.springframework", "#f2b5c4");
        COLOURS.put("org.apache.tomcat", "#f2b5c4");
        COLOURS.put("org.apache.catalina", "#f2b5c4");
        COLOURS.put("org.apache.coyote", "#f2b5c4");
        COLOURS.put("org.eclipse.jetty", "#f2b5c4");
    }

    private static final class Box {
        final String name;
        final String colour;
        final Map<String, Box> children = new TreeMap<>();
        long samples;

        Box(String name, String colour) {
            this.name = name;
            this.colour = colour;
        }

        Box child(String of, String colourOf) {
            return children.computeIfAbsent(of, _ -> new Box(of, colourOf));
        }

        int depth() {
            return 1 + children.values().stream().mapToInt(Box::depth).max().orElse(0);
        }
    }

    public static void main(String[] arguments) throws IOException {
        var recording = Path.of(arguments[0]);
        var all = read(recording, "jdk.CPUTimeSample");
        if (all.samples == 0) {
            all = read(recording, "jdk.ExecutionSample");
        }
        draw(all, new PrintStream(System.out, false, StandardCharsets.UTF_8));
    }

    private static Box read(Path recording, String type) throws IOException {
        var all = new Box("all", "#eeeeee");
        try (var events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                var event = events.readEvent();
                if (event.getEventType().getName().equals(type) && event.getStackTrace() != null) {
                    add(all, event);
                }
            }
        }
        return all;
    }

    private static void add(Box all, RecordedEvent event) {
        var frames = new ArrayList<>(event.getStackTrace().getFrames());
        Collections.reverse(frames);
        var thread = event.hasField("eventThread") ? event.getThread("eventThread") : event.getThread("sampledThread");
        var name = thread == null || thread.getJavaName() == null ? "others" : thread.getJavaName();
        all.samples++;
        var box = all.child(name.replaceAll("[-_#]*[0-9a-f]*[0-9]+[0-9a-f]*", "").replaceAll("\\[.*", ""), "#eeeeee");
        box.samples++;
        var before = "";
        for (var frame : frames) {
            var type = typeOf(frame);
            if (type.equals(before) || isPlumbing(type)) {
                continue;
            }
            before = type;
            box = box.child(shortName(type) + "." + frame.getMethod().getName(), colour(type));
            box.samples++;
        }
    }

    private static String typeOf(RecordedFrame frame) {
        return frame.getMethod().getType().getName().replaceAll("(\\$\\$Lambda.*|\\$.*|/0x.*)", "");
    }

    /** What every stack has, and what says nothing. */
    private static boolean isPlumbing(String type) {
        return type.startsWith("java.lang.invoke")
                || type.startsWith("jdk.internal.reflect")
                || type.startsWith("java.lang.Thread")
                || type.startsWith("java.lang.VirtualThread")
                || type.startsWith("jdk.internal.vm")
                || type.startsWith("java.util.concurrent.ThreadPoolExecutor")
                || type.startsWith("java.util.concurrent.ForkJoin");
    }

    private static String shortName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static String colour(String type) {
        return COLOURS.entrySet().stream()
                .filter(each -> type.startsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("#fdfdfd");
    }

    private static void draw(Box all, PrintStream out) {
        var rows = Math.min(MAX_DEPTH, all.depth());
        var height = (rows + 3) * ROW;
        out.printf(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"11\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                WIDTH, height);
        draw(all, 0, 0, (double) WIDTH / all.samples, height - 2 * ROW, out);
        legend(height - ROW / 2, out);
        out.println("</svg>");
        out.flush();
    }

    private static void draw(Box box, int depth, double left, double perSample, int bottom, PrintStream out) {
        var width = box.samples * perSample;
        if (width < NARROWEST || depth >= MAX_DEPTH) {
            return;
        }
        var top = bottom - (depth + 1) * ROW;
        out.printf(
                "<g><title>%s: %.1f %%</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\""
                        + " stroke=\"#999\" stroke-width=\"0.3\"/>",
                escaped(box.name), box.samples * perSample * 100 / WIDTH, left, top, width, ROW - 1, box.colour);
        var fits = (int) (width / CHARACTER);
        if (fits > 3) {
            var text = box.name.length() > fits ? box.name.substring(0, fits - 1) + "…" : box.name;
            out.printf("<text x=\"%.1f\" y=\"%d\">%s</text>", left + 2, top + ROW - 5, escaped(text));
        }
        out.println("</g>");
        var x = left;
        for (var child : sorted(box)) {
            draw(child, depth + 1, x, perSample, bottom, out);
            x += child.samples * perSample;
        }
    }

    private static List<Box> sorted(Box box) {
        return box.children.values().stream()
                .sorted((one, other) -> Long.compare(other.samples, one.samples))
                .toList();
    }

    private static void legend(int baseline, PrintStream out) {
        var words =
                Map.of(
                        "#f4a261", "paylater",
                        "#8ecae6", "Kafka",
                        "#a8d5a2", "MongoDB's driver",
                        "#c9b3e6", "local store",
                        "#f7d070", "Avro, JSON",
                        "#f2b5c4", "web server, Spring",
                        "#d9d9d9", "provider simulator",
                        "#fdfdfd", "JDK and others");
        var x = 4;
        for (var each : new TreeMap<>(words).entrySet()) {
            out.printf(
                    "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\" stroke=\"#999\"/><text x=\"%d\" y=\"%d\">%s</text>%n",
                    x, baseline - 10, each.getKey(), x + 16, baseline, each.getValue());
            x += 150;
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
