package dev.paylater.ops.environment;

import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The environment's variables by the services' own names. As in a service, {@code ${name}} in a
 * value is the content of that file in the folder that SPRING_CONFIG_IMPORT names.
 */
final class Variables {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([A-Za-z0-9._-]+)}");
    private static final String TREE = "configtree:";
    private static final String NAME = "spring.application.name";

    private final Map<String, String> environment;

    Variables(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Null where it is not set, or empty. */
    @Nullable String get(String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? null : resolved(value);
    }

    /** PREFIX_SASL_MECHANISM as sasl.mechanism. */
    Map<String, String> below(String prefix) {
        Map<String, String> found = new HashMap<>();
        environment.forEach(
                (name, value) -> {
                    if (name.startsWith(prefix) && !value.isEmpty()) {
                        String setting = name.substring(prefix.length());
                        found.put(
                                setting.toLowerCase(Locale.ROOT).replace('_', '.'),
                                resolved(value));
                    }
                });
        return found;
    }

    private String resolved(String value) {
        return PLACEHOLDER
                .matcher(value)
                .replaceAll(found -> Matcher.quoteReplacement(content(found.group(1))));
    }

    private String content(String name) {
        if (name.equals(NAME)) {
            return "paylater-ops";
        }
        String tree = environment.getOrDefault("SPRING_CONFIG_IMPORT", "");
        if (!tree.startsWith(TREE)) {
            throw new UserProblem(
                    "A variable names ${%s}, and SPRING_CONFIG_IMPORT names no folder for it."
                            .formatted(name));
        }
        return read(Path.of(tree.substring(TREE.length())).resolve(name));
    }

    /** The content of a file that holds one secret. */
    static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UserProblem("The file %s cannot be read.".formatted(file), e);
        }
    }
}
