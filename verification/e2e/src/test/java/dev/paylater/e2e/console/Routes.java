package dev.paylater.e2e.console;

import dev.paylater.e2e.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The pages and acts of the console, which /openapi.json does not have: read from the tables of two
 * tests of api-service, which compare them with what the running service has.
 */
final class Routes {

    private static final List<String> TESTS = List.of("ConsoleTest", "MerchantConsoleTest");
    private static final Pattern CONSTANT = Pattern.compile("String ([A-Z_]+) =\\s*\"([^\"]*)\";");
    private static final Pattern ENTRY = Pattern.compile("Map\\.entry\\(([^,]+),");
    private static final Pattern PART = Pattern.compile("\"([^\"]*)\"|([A-Z_]+)");

    private Routes() {}

    static Set<String> ofConsole() {
        var all = new TreeSet<String>();
        for (var test : TESTS) {
            var text = text(test);
            var constants = new HashMap<String, String>();
            CONSTANT.matcher(text)
                    .results()
                    .forEach(found -> constants.put(found.group(1), found.group(2)));
            ENTRY.matcher(text)
                    .results()
                    .forEach(found -> all.add(value(found.group(1), constants)));
        }
        return all;
    }

    private static String text(String test) {
        var file =
                Script.root()
                        .resolve("api-service/src/test/java/dev/paylater/api/" + test + ".java");
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of literals and constants that are put together. */
    private static String value(String expression, Map<String, String> constants) {
        var value = new StringBuilder();
        PART.matcher(expression)
                .results()
                .forEach(
                        part ->
                                value.append(
                                        part.group(1) == null
                                                ? constants.getOrDefault(part.group(2), "?")
                                                : part.group(1)));
        return value.toString();
    }
}
