package dev.paylater.e2e.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.fuzz.PlantedDefects.Defect;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the fuzzer says of a system with a defect that is known. */
class FuzzFindsDefectsTest {

    private static final int REQUESTS = 1_200;
    private static final long SEED = 7;

    private static List<String> found(Defect defect) throws IOException {
        try (var system = new PlantedDefects(defect)) {
            return new Fuzz(system.base(), REQUESTS, SEED, system::nanoTime).run();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SETS_A_SERVERS_FIELD | A server's field changed: description: \"A lamp\" became",
                "ADDS_A_SERVERS_FIELD | A server's field changed: mandate_id:  became \"man_evil\"",
                "FAILS                | HTTP 500 to ",
                "HANGS_UP             | No answer (java.io.UncheckedIOException",
                "TOUCHES_ANOTHER      | Another payment was touched: ",
                "ACCEPTS_ANY_SECRET   | Another payment was touched: status:  became",
                "REPEATS_EVERY_FAULT  | An error of ",
                "WORKS_FOR_EACH_FIELD | Never faster than ",
                "FAILS_AT_QUERIES     | HTTP 500 to GET /payments/"
            })
    void every_planted_defect_is_found_and_nothing_else(Defect defect, String finding)
            throws IOException {
        assertThat(found(defect)).isNotEmpty().allMatch(text -> text.startsWith(finding));
    }

    @Test
    void a_system_without_a_defect_has_no_findings() throws IOException {
        assertThat(found(Defect.NONE)).isEmpty();
    }

    @Test
    void what_is_slow_now_and_then_is_no_finding() throws IOException {
        assertThat(found(Defect.STUMBLES)).isEmpty();
    }

    @Test
    void the_same_seed_finds_the_same_in_the_same_attacks() throws IOException {
        var attacks = Pattern.compile("attack (\\d+)");
        List<List<String>> runs =
                List.of(found(Defect.SETS_A_SERVERS_FIELD), found(Defect.SETS_A_SERVERS_FIELD));
        var numbers =
                runs.stream()
                        .map(
                                run ->
                                        run.stream()
                                                .map(attacks::matcher)
                                                .filter(Matcher::find)
                                                .map(match -> Integer.parseInt(match.group(1)))
                                                .sorted()
                                                .toList())
                        .toList();
        assertThat(numbers.getFirst()).isNotEmpty().isEqualTo(numbers.getLast());
    }
}
