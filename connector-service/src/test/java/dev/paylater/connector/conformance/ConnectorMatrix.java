package dev.paylater.connector.conformance;

import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.Operation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
            the connector declares so, and where that can be seen a case of its own sees it refused.

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
        row(page, "sub-types", any(Capabilities::paymentMethodTypes));
        row(page, "capture methods", any(Capabilities::captureMethods));
        for (var feature : Feature.values()) {
            row(
                    page,
                    words(feature.name()),
                    can -> can.features().contains(feature) ? "yes" : "no");
        }
        page.append("\n## How each operation is repeated safely\n\n");
        header(page);
        for (var operation : Operation.values()) {
            row(page, words(operation.name()), can -> repetition(can, operation));
        }
        for (var theme : ConnectorConformance.Kit.class.getInterfaces()) {
            page.append("\n## ").append(theme.getSimpleName().replace("Cases", "")).append("\n\n");
            header(page);
            ConnectorConformance.Kit.casesOf(theme)
                    .forEach(method -> row(page, words(method.getName()), result(method)));
        }
        return page.toString();
    }

    private static Function<Capabilities, String> result(Method method) {
        return can -> DeclaredGaps.gap(method, can).map(gap -> "no: " + gap.reason()).orElse("yes");
    }

    private static String repetition(Capabilities can, Operation operation) {
        var idempotency = can.idempotency().get(operation);
        return switch (idempotency) {
            case null -> "-";
            case KEY -> "by key";
            case ASK_FIRST -> "asked first";
            case HARMLESS -> "harmless";
        };
    }

    private static Function<Capabilities, String> any(Function<Capabilities, Set<String>> part) {
        return can ->
                part.apply(can).isEmpty()
                        ? "all"
                        : part.apply(can).stream().sorted().collect(Collectors.joining(", "));
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

    private static String words(String name) {
        return name.replace('_', ' ').toLowerCase(Locale.ROOT);
    }
}
