package dev.paylater.oneprocess;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The process's environment, divided: {@code API_SERVICE__SERVER_PORT} is what api-service sees as
 * {@code SERVER_PORT}, and nobody else sees it. What has no such prefix is everybody's. A part of
 * which no variable is set does not run.
 */
final class PartVariables {
    private static final String SEPARATOR = "__";

    private PartVariables() {}

    static Map<ProcessPart, Map<String, String>> divided(Map<String, String> environment) {
        Map<String, String> shared = new HashMap<>(environment);
        Map<ProcessPart, Map<String, String>> divided = new EnumMap<>(ProcessPart.class);
        for (var part : ProcessPart.values()) {
            var prefix = prefix(part);
            environment.forEach(
                    (name, value) -> {
                        if (name.startsWith(prefix)) {
                            shared.remove(name);
                            divided.computeIfAbsent(part, _ -> new HashMap<>())
                                    .put(name.substring(prefix.length()), value);
                        }
                    });
        }
        divided.values().forEach(own -> shared.forEach(own::putIfAbsent));
        return divided;
    }

    private static String prefix(ProcessPart part) {
        return part.label().replace('-', '_').toUpperCase(Locale.ROOT) + SEPARATOR;
    }
}
