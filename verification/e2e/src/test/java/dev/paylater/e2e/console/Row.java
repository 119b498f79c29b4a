package dev.paylater.e2e.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row of console-tasks.txt.
 *
 * @param routes as {@code POST /console/payments/{merchantId}/{paymentId}/capture}
 */
record Row(String task, Set<Actor> actors, List<String> routes) {

    static List<Row> all() {
        var names = new LinkedHashMap<String, String>();
        var rows = new ArrayList<Row>();
        for (var line : lines()) {
            if (line.contains(" = ")) {
                var parts = line.split(" = ", 2);
                names.put(parts[0], parts[1]);
            } else {
                rows.add(row(line, names));
            }
        }
        return rows;
    }

    private static List<String> lines() {
        try (var in = Row.class.getResourceAsStream("/console-tasks.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row row(String line, LinkedHashMap<String, String> names) {
        var parts = line.split(" \\| ", 3);
        var routes =
                Stream.of(parts[2].split(", ", -1))
                        .map(
                                route -> {
                                    var name = route.replaceFirst("^\\w+ ", "").split("/", 2)[0];
                                    return route.replaceFirst(
                                            " " + name, " " + names.getOrDefault(name, name));
                                })
                        .toList();
        return new Row(parts[0], actors(parts[1]), routes);
    }

    private static Set<Actor> actors(String names) {
        return names.equals("everybody")
                ? Set.of(Actor.values())
                : Stream.of(names.split(" ", -1))
                        .map(word -> Actor.valueOf(word.toUpperCase(Locale.ROOT)))
                        .collect(Collectors.toSet());
    }
}
