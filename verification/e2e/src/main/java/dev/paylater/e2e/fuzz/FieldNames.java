package dev.paylater.e2e.fuzz;

import dev.paylater.e2e.ApiAnswer;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Every name that the interface has for a field, wherever it has it. */
final class FieldNames {

    private final List<String> ofConfirm;
    private final List<String> all;

    FieldNames(ApiAnswer description) {
        var openApi = description.json();
        var everywhere = new TreeSet<String>();
        collect(openApi, everywhere);
        var schemas = openApi.path("components").path("schemas");
        ofConfirm =
                Stream.of("PaymentFields", "PaymentConfirmRequest")
                        .flatMap(name -> schemas.path(name).findValues("properties").stream())
                        .flatMap(properties -> properties.propertyNames().stream())
                        .distinct()
                        .sorted()
                        .toList();
        all = List.copyOf(everywhere);
        if (ofConfirm.isEmpty()) {
            throw new IllegalStateException("The interface describes no fields of a confirm");
        }
    }

    private static void collect(JsonNode node, Set<String> names) {
        if (node.path("properties").isObject()) {
            names.addAll(node.path("properties").propertyNames());
        }
        node.forEach(child -> collect(child, names));
    }

    /** Mostly one that a confirm has. */
    String any(SplittableRandom random) {
        var from = random.nextInt(4) == 0 ? all : ofConfirm;
        return from.get(random.nextInt(from.size()));
    }
}
