package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every row of the interface has a test. Rows that are fields lie next to what proves them; the
 * others are named by {@link Covers} at the tests that prove them. The table is
 * docs/interface-coverage.md; {@code -Dpaylater.write-docs=true} writes it.
 */
class InterfaceCoverageTest {

    private static final Path DOC = Path.of("..", "..", "docs", "interface-coverage.md");
    private static final String BEHAVIOUR = "rows.txt";
    private static final Map<String, String> FIELDS =
            Map.of(
                    InterfaceRequestTest.ROWS,
                    "InterfaceRequestTest",
                    InterfaceAnswerTest.ROWS,
                    "InterfaceAnswerTest");

    @Test
    void every_row_has_a_test_and_every_test_a_row() throws Exception {
        var named = testsByRow();
        var rows = InterfaceRows.of(BEHAVIOUR).stream().map(row -> row[0]).toList();
        assertThat(rows).doesNotHaveDuplicates();
        assertThat(named.keySet())
                .as("rows that tests name")
                .containsExactlyInAnyOrderElementsOf(rows);
        for (var file : FIELDS.keySet()) {
            assertThat(InterfaceRows.of(file))
                    .as(file)
                    .allMatch(row -> row.length == 5)
                    .extracting(row -> row[0])
                    .doesNotHaveDuplicates();
        }
    }

    /** Null is an answer where nothing else is right, and then the row says so. */
    @Test
    void no_row_takes_null_for_a_value() {
        assertThat(InterfaceRows.of(InterfaceAnswerTest.ROWS))
                .allSatisfy(
                        row -> {
                            var form = row[4];
                            assertThat(form.equals("null") || !"null".matches(form))
                                    .as(row[0] + ": " + form)
                                    .isTrue();
                        });
    }

    @Test
    void the_document_says_what_is_tested() throws Exception {
        var wanted = document();
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(DOC, wanted);
        }
        assertThat(Files.readString(DOC)).isEqualTo(wanted);
    }

    private static String document() throws Exception {
        var lines = new TreeMap<String, List<String>>(InterfaceCoverageTest::inOrder);
        var words = new HashMap<String, String>();
        for (var file : FIELDS.entrySet()) {
            for (var row : InterfaceRows.of(file.getKey())) {
                words.put(row[0], row[1]);
                lines.computeIfAbsent(row[0], _ -> new ArrayList<>()).add(file.getValue());
            }
        }
        InterfaceRows.of(BEHAVIOUR).forEach(row -> words.put(row[0], row[1]));
        testsByRow()
                .forEach(
                        (row, tests) ->
                                lines.computeIfAbsent(row, _ -> new ArrayList<>()).addAll(tests));
        var text =
                new StringBuilder(
                        """
                        # What of the interface is tested where

                        Made by InterfaceCoverageTest from the tests of e2e, which run against the
                        whole system; a row without a test fails the build. The tests of fields are
                        named after their row. Rows are named by the section of the interface.

                        | row | what it is | tests |
                        |---|---|---|
                        """);
        lines.forEach(
                (row, tests) ->
                        text.append(
                                "| %s | %s | %s |%n"
                                        .formatted(
                                                row,
                                                words.getOrDefault(row, "").replace("|", "\\|"),
                                                String.join(
                                                        ", ", tests.stream().sorted().toList()))));
        return text.toString();
    }

    /** Sections as numbers, so that 2.10 comes after 2.9. */
    private static int inOrder(String left, String right) {
        return Comparator.comparingInt(InterfaceCoverageTest::section)
                .thenComparing(Comparator.naturalOrder())
                .compare(left, right);
    }

    private static int section(String row) {
        var numbers = row.substring(0, row.indexOf(' ')).split("\\.", -1);
        return Integer.parseInt(numbers[0]) * 100
                + (numbers.length > 1 ? Integer.parseInt(numbers[1]) : 0);
    }

    /** The tests of this package by the rows that they name. */
    private static Map<String, List<String>> testsByRow()
            throws IOException, ClassNotFoundException {
        var tests = new HashMap<String, List<String>>();
        var folder = Path.of("target", "test-classes", "dev", "paylater", "e2e");
        try (var files = Files.list(folder)) {
            for (var file :
                    files.map(path -> path.getFileName().toString())
                            .filter(name -> name.endsWith("Test.class"))
                            .sorted()
                            .toList()) {
                var type = Class.forName("dev.paylater.e2e." + file.replace(".class", ""));
                for (var method : type.getDeclaredMethods()) {
                    var covers = method.getAnnotation(Covers.class);
                    if (covers != null) {
                        var name = type.getSimpleName() + ": " + method.getName().replace('_', ' ');
                        Arrays.stream(covers.value())
                                .forEach(
                                        row ->
                                                tests.computeIfAbsent(row, _ -> new ArrayList<>())
                                                        .add(name));
                    }
                }
            }
        }
        return tests;
    }
}
