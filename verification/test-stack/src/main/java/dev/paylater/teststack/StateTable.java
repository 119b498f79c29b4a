package dev.paylater.teststack;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Tables of a state machine in Markdown: those written by hand, and those made from it. */
public final class StateTable {

    private StateTable() {}

    /** One cell of a table by hand: what follows from an input in a state. */
    public record Cell(String state, String input, String outcome) {

        @Override
        public String toString() {
            return input + " in " + state;
        }
    }

    /** A table by hand has a row for each state and a column for each input. */
    public static List<Cell> byHand(Path file) throws IOException {
        var all = new ArrayList<Cell>();
        var inputs = List.<String>of();
        for (var line : Files.readAllLines(file)) {
            if (line.startsWith("| in status")) {
                inputs = cells(line);
            } else if (line.startsWith("| ")) {
                var cells = cells(line);
                if (cells.size() != inputs.size()) {
                    throw new IllegalStateException("Not a cell for each column: " + line);
                }
                for (var i = 1; i < cells.size(); i++) {
                    all.add(new Cell(cells.getFirst(), inputs.get(i), cells.get(i)));
                }
            }
        }
        return all;
    }

    /** The cells of a generated page, by "input/state". */
    public static Map<String, String> generated(Path file) throws IOException {
        var cells = new LinkedHashMap<String, String>();
        var input = "";
        for (var line : Files.readAllLines(file)) {
            if (line.startsWith("## ")) {
                input = line.substring(3);
            } else if (line.startsWith("| ")) {
                var row = cells(line);
                cells.put(input + "/" + row.getFirst(), row.getLast());
            }
        }
        return cells;
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1, line.length() - 1).split("\\|"))
                .map(String::strip)
                .toList();
    }

    /**
     * A section of a generated page: what follows from an input in each state.
     *
     * @param rows of each state what is brought into it
     */
    public static <S> String section(
            String input, Map<String, S> rows, Function<S, String> outcome) {
        var section = new StringBuilder("## " + input + "\n\n| in status | follows |\n|---|---|\n");
        rows.forEach(
                (state, row) ->
                        section.append("| %s | %s |\n".formatted(state, outcome.apply(row))));
        return section.append('\n').toString();
    }

    /** A cell of a generated page: the status, and the events that led there. */
    public static String follows(String status, List<?> events) {
        return events.isEmpty()
                ? "-"
                : status + ": " + events.stream().map(StateTable::text).collect(joining(", "));
    }

    private static String text(Object event) {
        var text = String.join(" ", event.getClass().getSimpleName().split("(?=[A-Z])"));
        return text.charAt(0) + text.substring(1).toLowerCase(Locale.ROOT);
    }

    /** The documented page; {@code -Dpaylater.write-docs=true} writes it anew. */
    public static String documented(Path file, String made) throws IOException {
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(file, made);
        }
        return Files.readString(file);
    }
}
