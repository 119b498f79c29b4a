package dev.paylater.ops.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of rules in the operators' page is what the rules say. */
class RulesPageTest {
    private static final Path PAGE = Path.of("../docs/operators/paylater-ops.md");
    private static final String BEGIN = "<!-- rules -->\n";
    private static final String END = "<!-- end of rules -->";

    @Test
    void the_table_of_rules_is_made_from_the_rules() throws IOException {
        String page = Files.readString(PAGE);
        String made =
                page.replaceFirst(
                        "(?s)" + BEGIN + ".*" + END,
                        Matcher.quoteReplacement(BEGIN + table() + END));
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(PAGE, made);
        }
        assertThat(Files.readString(PAGE)).contains(BEGIN, END).isEqualTo(made);
    }

    private static String table() {
        return Stream.of(ReconciliationRule.values())
                .map(
                        rule ->
                                "| `%s` | %s | %s |\n"
                                        .formatted(
                                                rule.name().toLowerCase(Locale.ROOT),
                                                rule.meaning(),
                                                rule.advice()))
                .collect(
                        Collectors.joining(
                                "", "| rule | what differs | what to do |\n|---|---|---|\n", ""));
    }
}
