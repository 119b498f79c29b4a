package dev.paylater.teststack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * What axe finds wrong with the page that a browser shows: WCAG 2.2 AA and axe's own best
 * practices, with the size of what is pressed, which axe leaves out by itself. The protocol puts it
 * into the page, whose policy stays as it is.
 */
public final class Accessibility {

    private static final String AXE = axe();
    private static final String RUN =
            """
            axe.run(document, {resultTypes: ["violations"], rules: {"target-size": {enabled: true}}})
              .then((found) => found.violations.flatMap((each) => each.nodes.map((node) =>
                each.id + " at " + node.target + ": " + node.failureSummary)))
            """;

    private Accessibility() {}

    private static String axe() {
        try (var script = Accessibility.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each with the rule, the element and what would mend it. */
    public static List<String> violations(Chromium browser) throws Exception {
        if (!browser.evaluate("typeof axe === 'object'").asBoolean()) {
            browser.evaluate(AXE + ";true");
        }
        var found = browser.evaluate(RUN);
        if (!found.isArray()) {
            throw new IllegalStateException("axe did not run");
        }
        return found.valueStream().map(JsonNode::asString).toList();
    }
}
