package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every operation, query parameter and field that docs/openapi.json describes has a test that sees
 * what it does, and so has every further row of the interface. docs/makers/interface-coverage.md
 * shows it; {@code -Dpaylater.write-docs=true} writes it.
 */
class InterfaceCoverageTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path DOC =
            ROOT.resolve(Path.of("docs", "makers", "interface-coverage.md"));
    private static final Path SENT =
            ROOT.resolve(Path.of("docs", "merchants", "fields-by-connector.md"));
    private static final Pattern FIELD = Pattern.compile("\\| (\\w+) \\|.* sent \\|.*");

    /** A test that names a row, and where it sees what the row is about. */
    private record Proof(String row, String where, String test) {

        /** "Card.*" is about all fields of a schema. */
        boolean isOf(String wanted) {
            return row.endsWith(".*")
                    ? wanted.startsWith(row.substring(0, row.length() - 1))
                    : row.equals(wanted);
        }
    }

    private final List<Proof> effects =
            proofs(InterfaceEffectTest.ROWS, "InterfaceEffectTest", row -> row[1] + " " + row[2]);
    private final List<Proof> answers =
            proofs(InterfaceAnswerTest.ROWS, "InterfaceAnswerTest", row -> row[1] + " " + row[2]);
    private final List<Proof> limits =
            proofs(InterfaceLimitTest.ROWS, "InterfaceLimitTest", _ -> "refusals");
    private final List<Proof> elsewhere =
            InterfaceRows.of("elsewhere.txt").stream()
                    .map(row -> new Proof(row[0], row[3], named(simpleName(row[1]), row[2])))
                    .toList();
    private final Set<String> beyond =
            InterfaceRows.of("rows.txt").stream().map(row -> row[0]).collect(Collectors.toSet());

    @Test
    void every_request_field_and_parameter_is_seen_to_have_an_effect() throws Exception {
        var proofs = all(List.of(effects, elsewhere, sent()));
        assertThat(
                        without(
                                proofs,
                                union(List.of(Described.API.taken(), Described.API.parameters()))))
                .as("fields and parameters without a row in effects.txt")
                .isEmpty();
    }

    @Test
    void every_operation_and_field_of_an_answer_is_looked_at() throws Exception {
        var wanted = union(List.of(Described.API.operations(), Described.API.given()));
        wanted.removeAll(Described.API.taken());
        assertThat(without(all(List.of(answers, elsewhere, covered())), wanted))
                .as("operations and fields without a row in answers.txt and without @Covers")
                .isEmpty();
        assertThat(without(all(List.of(answers, covered())), beyond)).as("rows.txt").isEmpty();
    }

    @Test
    void no_test_is_about_a_row_that_there_is_not() throws Exception {
        var described = described();
        assertThat(everything())
                .filteredOn(proof -> described.stream().noneMatch(proof::isOf))
                .extracting(Proof::row)
                .isEmpty();
        assertThat(effects).extracting(Proof::row).doesNotHaveDuplicates();
        for (var row : InterfaceRows.of("elsewhere.txt")) {
            assertThat(ROOT.resolve(row[1])).content().contains(" " + row[2] + "(");
        }
    }

    /** Null is an answer where nothing else is right, and then the row says so. */
    @Test
    void no_row_takes_null_for_a_value() {
        for (var file : List.of(InterfaceAnswerTest.ROWS, InterfaceEffectTest.ROWS)) {
            assertThat(InterfaceRows.of(file))
                    .allSatisfy(
                            row ->
                                    assertThat(row[3].equals("null") || !"null".matches(row[3]))
                                            .as(row[0] + ": " + row[3])
                                            .isTrue());
        }
    }

    @Test
    void the_document_says_what_is_tested() throws Exception {
        var wanted = document();
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(DOC, wanted);
        }
        assertThat(DOC).hasContent(wanted);
    }

    private String document() throws Exception {
        var api = Described.API;
        var given = new TreeSet<>(api.given());
        given.removeAll(api.taken());
        return """
        # What of the interface is tested where

        Made by InterfaceCoverageTest. The rows are the operations, query parameters and fields of
        [openapi.json](../openapi.json), a field under the schema that names it, and what the interface says
        beyond them. A row that no test names fails the build.

        Of a field of a request or a query parameter, InterfaceEffectTest sees what it does, in the running
        system: in what a provider is sent or has booked, in a status or a computed field, in how the next call
        is answered, on a page, in a list. It does the same once more with the field left out of all requests,
        and then must not see it. What is only kept and given back is seen in the answer; what the chosen connector
        ignores, in its warnings. FieldsByConnectorTest does so with what providers are sent
        ([fields-by-connector.md](../merchants/fields-by-connector.md)).

        ## Operations

        %s
        ## Query parameters

        %s
        ## Fields of requests

        %s
        ## Fields of answers

        %s
        ## Further rows of the interface

        %s\
        """
                .formatted(
                        table(api.operations()),
                        table(api.parameters()),
                        table(api.taken()),
                        table(given),
                        table(new TreeSet<>(beyond)));
    }

    private String table(Collection<String> rows) throws Exception {
        var proofs = everything();
        return rows.stream()
                .map(row -> line(row, proofs.stream().filter(proof -> proof.isOf(row)).toList()))
                .collect(
                        Collectors.joining(
                                "", "| row | where it is seen | tests |\n|---|---|---|\n", ""));
    }

    private static String line(String row, List<Proof> proofs) {
        return "| %s | %s | %s |\n"
                .formatted(row, joined(proofs, Proof::where), joined(proofs, Proof::test));
    }

    private static String joined(List<Proof> proofs, Function<Proof, String> column) {
        return proofs.stream()
                .map(column)
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private List<Proof> everything() throws Exception {
        return all(List.of(effects, sent(), elsewhere, answers, limits, covered()));
    }

    private Set<String> described() {
        var api = Described.API;
        return union(List.of(api.operations(), api.parameters(), api.taken(), api.given(), beyond));
    }

    private static List<Proof> proofs(String file, String test, Function<String[], String> where) {
        return InterfaceRows.of(file).stream()
                .map(row -> new Proof(row[0], where.apply(row), test))
                .toList();
    }

    /** The fields of which that page says that some provider is sent them. */
    private static List<Proof> sent() throws IOException {
        var page = Files.readString(SENT);
        var captures = page.indexOf("## Capture");
        var shipments = page.indexOf("## Shipment");
        return Stream.of(
                        sent("PaymentFields.", page.substring(0, captures)),
                        sent("CaptureRequest.", page.substring(captures, shipments)),
                        sent("ShipmentRequest.", page.substring(shipments)))
                .flatMap(proofs -> proofs)
                .toList();
    }

    private static Stream<Proof> sent(String schema, String table) {
        return table.lines()
                .map(FIELD::matcher)
                .filter(match -> match.matches())
                .map(
                        match ->
                                new Proof(
                                        schema + match.group(1),
                                        "what providers are sent",
                                        "FieldsByConnectorTest"));
    }

    private static Set<String> without(List<Proof> proofs, Set<String> rows) {
        return rows.stream()
                .filter(row -> proofs.stream().noneMatch(proof -> proof.isOf(row)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Proof> all(List<List<Proof>> proofs) {
        return proofs.stream().flatMap(List::stream).toList();
    }

    private static Set<String> union(List<Set<String>> sets) {
        return sets.stream().flatMap(Set::stream).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The tests of this package that name rows. */
    private static List<Proof> covered() throws IOException, ClassNotFoundException {
        var proofs = new ArrayList<Proof>();
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
                        var name = named(type.getSimpleName(), method.getName());
                        Arrays.stream(covers.value())
                                .forEach(row -> proofs.add(new Proof(row, "", name)));
                    }
                }
            }
        }
        proofs.sort((left, right) -> left.test().compareTo(right.test()));
        return proofs;
    }

    private static String named(String type, String method) {
        return type + ": " + method.replace('_', ' ');
    }

    private static String simpleName(String path) {
        return path.substring(path.lastIndexOf('/') + 1).replace(".java", "");
    }
}
