package dev.paylater.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A simulation that finds nothing may be blind: here it has to find every mistake that was made on
 * purpose. What it found is the table in docs/operators/reliability.md.
 */
final class PlantedBugsTest {

    private static final Path DOCUMENT = Path.of("../../docs/operators/reliability.md");
    private static final String BEGIN = "<!-- planted-bugs -->\n";
    private static final String END = "<!-- /planted-bugs -->";
    private static final int MAX_SEEDS = 2_000;
    private static final int LONGEST = 110;

    private static final Set<PlantedBug> ADVERSE =
            EnumSet.of(
                    PlantedBug.CAPTURE_TYPE_NOT_READ,
                    PlantedBug.APPROVED_AMOUNT_BELIEVED,
                    PlantedBug.DISPUTED_MONEY_REFUNDED,
                    PlantedBug.NOT_FOUND_AT_PAGE_IS_DECLINE,
                    PlantedBug.SECOND_LATE_MONEY_IGNORED,
                    PlantedBug.INCREMENT_SHRINKS);

    private static final Set<PlantedBug> ADVERSE_REFUNDS =
            EnumSet.of(PlantedBug.REFUND_HANDED_OVER_ONCE, PlantedBug.TURNED_REFUND_IGNORED);

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(\\w+)` \\|.*\\| (\\d+) \\|.*\\|$");

    /** A seed that found it, and the promise that was seen to be broken. */
    private record Find(PlantedBug bug, long seed, String promise) {

        String row() {
            return "| `%s` | %s | %d | %s |".formatted(bug, bug.mistake(), seed, seen());
        }

        private String seen() {
            var text = promise.replaceAll("0{20,}", "..").replace('|', '/');
            return text.length() > LONGEST ? text.substring(0, LONGEST) + " ..." : text;
        }
    }

    @Test
    void every_planted_bug_is_found_and_the_table_says_so() throws IOException {
        var text = Files.readString(DOCUMENT);
        var from = text.indexOf(BEGIN) + BEGIN.length();
        var to = text.indexOf(END);
        assertThat(to).as("markers in " + DOCUMENT).isGreaterThan(from - 1);
        var written = text.substring(from, to);
        var seeds =
                ROW.matcher(written)
                        .results()
                        .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
        var finds =
                Arrays.stream(PlantedBug.values())
                        .parallel()
                        .map(bug -> find(bug, Long.parseLong(seeds.getOrDefault(bug.name(), "1"))))
                        .toList();
        assertThat(finds).doesNotContain(Optional.empty());
        var table =
                finds.stream()
                        .flatMap(Optional::stream)
                        .map(Find::row)
                        .collect(
                                Collectors.joining(
                                        "\n",
                                        "| planted bug | what is wrong | found by seed | what was"
                                                + " seen |\n"
                                                + "|---|---|---|---|\n",
                                        "\n"));
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(DOCUMENT, text.substring(0, from) + table + text.substring(to));
        } else {
            assertThat(written).as("run with -Dpaylater.write-docs=true").isEqualTo(table);
        }
    }

    /** With the seed that the table names, or else with the first that does. */
    private static Optional<Find> find(PlantedBug bug, long named) {
        return LongStream.concat(LongStream.of(named), LongStream.rangeClosed(1, MAX_SEEDS))
                .filter(seed -> seed <= MAX_SEEDS)
                .mapToObj(
                        seed ->
                                Simulation.play(seed, scenario(bug), Set.of(bug))
                                        .broken()
                                        .map(promise -> new Find(bug, seed, promise)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Mistakes with refunds are looked for where there are many, adversaries' where they play. */
    private static Scenario scenario(PlantedBug bug) {
        if (bug == PlantedBug.CURRENCY_OF_PAYMENT) {
            return Scenario.ADVERSE.in(Set.of(Circumstance.CHANGED_CURRENCY));
        }
        if (bug == PlantedBug.REFUND_PARTS_SHARE_A_KEY) {
            return Scenario.ADVERSE_REFUNDS.in(
                    Set.of(Circumstance.BY_CAPTURE, Circumstance.ALIKE_IDS));
        }
        if (bug == PlantedBug.SHIPMENT_LOST_IS_TAKEN) {
            return Scenario.ADVERSE.in(Set.of(Circumstance.SHIPMENTS));
        }
        if (ADVERSE.contains(bug)) {
            return Scenario.ADVERSE;
        }
        if (ADVERSE_REFUNDS.contains(bug)) {
            return Scenario.ADVERSE_REFUNDS;
        }
        return bug.name().contains("REFUND") || bug.name().startsWith("FOUND")
                ? Scenario.REFUNDS
                : Scenario.EVERYTHING;
    }
}
