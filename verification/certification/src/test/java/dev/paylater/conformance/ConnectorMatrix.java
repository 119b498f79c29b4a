package dev.paylater.conformance;

import dev.paylater.connector.kit.Capabilities;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Operation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes what the connectors declare, and what the kit has therefore checked, as a page. */
final class ConnectorMatrix {

    private static final String HEAD =
            """
            # Connectors

            Made by ConnectorMatrixTest from what the connectors declare and from the cases of the
            conformance kit; every case runs against the simulator's dialect of the provider, through
            the shared caller and over HTTP. `yes`: the case passes. `no: feature`: the provider cannot,
            the connector declares so, and the case is none of its tests; that it keeps to what it declares
            is a test of its own.

            """;

    private final List<Subject> subjects;

    ConnectorMatrix(List<Subject> subjects) {
        this.subjects = List.copyOf(subjects);
    }

    String page() {
        var page = new StringBuilder(HEAD);
        page.append("## Declared\n\n");
        header(page);
        row(page, "currencies", any(Capabilities::currencies));
        row(page, "countries", any(Capabilities::countries));
        row(page, "countries of each currency", ConnectorMatrix::markets);
        row(page, "sub-types", any(Capabilities::paymentMethodTypes));
        row(page, "capture methods", any(Capabilities::captureMethods));
        for (var feature : Feature.values()) {
            row(
                    page,
                    spaced(feature.name()),
                    can -> can.features().contains(feature) ? "yes" : "no");
        }
        page.append(Needed.HEAD);
        header(page);
        Needed.rows().forEach(needed -> row(page, needed.request(), needed::happens));
        page.append("\n## How each operation is retried safely\n\n");
        header(page);
        for (var operation : Operation.values()) {
            row(page, spaced(operation.name()), can -> retry(can, operation));
        }
        for (var theme : ConnectorConformance.class.getInterfaces()) {
            page.append("\n## ").append(theme.getSimpleName().replace("Cases", "")).append("\n\n");
            header(page);
            cases(theme).forEach(method -> row(page, spaced(method.getName()), result(method)));
        }
        page.append(Facts.HEAD);
        subjects.forEach(subject -> Facts.write(page, subject.name()));
        return page.toString();
    }

    /** The theme's cases by name: the order of methods in a class file is nobody's promise. */
    private static List<Method> cases(Class<?> theme) {
        return Arrays.stream(theme.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Case.class))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    private static Function<Capabilities, String> result(Method method) {
        var needs = method.getAnnotation(Needs.class);
        return can -> {
            var gap = DeclaredGaps.reason(needs, can);
            return gap == null ? "yes" : "no: " + gap;
        };
    }

    private static String retry(Capabilities can, Operation operation) {
        var idempotency = can.idempotency().get(operation);
        return switch (idempotency) {
            case null -> "-";
            case KEY -> "by key";
            case INQUIRE_FIRST -> "inquired first";
            case HARMLESS -> "harmless";
            case ONCE -> "done once";
        };
    }

    private static Function<Capabilities, String> any(Function<Capabilities, Set<String>> part) {
        return can ->
                part.apply(can).isEmpty()
                        ? "all"
                        : part.apply(can).stream().sorted().collect(Collectors.joining(", "));
    }

    private static String markets(Capabilities can) {
        var countries = new TreeMap<String, Set<String>>();
        for (var market : can.markets()) {
            countries
                    .computeIfAbsent(market.currency(), _ -> new TreeSet<>())
                    .add(market.country());
        }
        return countries.isEmpty()
                ? "all of these"
                : countries.entrySet().stream()
                        .map(one -> one.getKey() + ": " + String.join(", ", one.getValue()))
                        .collect(Collectors.joining("; "));
    }

    private void header(StringBuilder page) {
        page.append("| |");
        subjects.forEach(subject -> page.append(' ').append(subject.name()).append(" |"));
        page.append("\n|---|").append("---|".repeat(subjects.size())).append('\n');
    }

    private void row(StringBuilder page, String name, Function<Capabilities, String> cell) {
        page.append("| ").append(name).append(" |");
        for (var subject : subjects) {
            page.append(' ').append(cell.apply(subject.connector().capabilities())).append(" |");
        }
        page.append('\n');
    }

    private static String spaced(String name) {
        return name.replace('_', ' ').toLowerCase(Locale.ROOT);
    }
}
