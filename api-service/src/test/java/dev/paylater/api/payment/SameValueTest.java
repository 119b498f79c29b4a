package dev.paylater.api.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Whether what a client sends only repeats what the payment has. */
class SameValueTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'a' | 'a' | true",
                "'a' | 'b' | false",
                "1 | 1 | true",
                "1 | '1' | false",
                "null | null | true",
                "null | 1 | false",
                "{} | {} | true",
                "{} | {'a': null} | true",
                "{} | {'a': 1} | false",
                "{'a': null} | {} | true",
                "{'a': 1} | {} | false",
                "{'a': 1} | {'a': 1, 'b': null} | true",
                "{'a': 1} | {'a': 2} | false",
                "{'a': {'b': [1, null]}} | {'a': {'b': [1, null]}} | true",
                "[1] | [1, 1] | false",
                "[1, 2] | [1, 3] | false",
                "[] | {} | false",
                "{} | [] | false",
            })
    void a_value_as_it_is_shown(String sent, String known, boolean same) {
        assertThat(SameValue.equal(json(sent), json(known))).isEqualTo(same);
    }

    @Test
    void what_was_not_sent_and_is_not_there_is_the_same() {
        assertThat(SameValue.equal(json("null"), json("{}").path("a"))).isTrue();
    }

    @Test
    void an_option_as_it_is_stored() {
        assertThat(same("'a'", "a")).isTrue();
        assertThat(same("'a'", "b")).isFalse();
        assertThat(same("1", "1")).isFalse();
        assertThat(same("1", 1L)).isTrue();
        assertThat(same("2", 1L)).isFalse();
        assertThat(same("1.0", 1L)).isTrue();
        assertThat(same("1.5", 1L)).isFalse();
        assertThat(same("true", true)).isTrue();
        assertThat(same("false", true)).isFalse();
        assertThat(same("'true'", true)).isFalse();
        var time = Instant.parse("2026-01-01T00:00:00Z");
        assertThat(same("'2026-01-01T01:00:00+01:00'", time)).isTrue();
        assertThat(same("'2026-01-01T01:00:00Z'", time)).isFalse();
        assertThat(same("'soon'", time)).isFalse();
        assertThat(same("5", time)).isFalse();
        assertThat(same("['a', 'b']", List.of("a", "b"))).isTrue();
        assertThat(same("['b', 'a']", List.of("a", "b"))).isFalse();
        assertThat(same("'a'", List.of("a"))).isFalse();
        assertThat(same("{}", Map.of())).isFalse();
        assertThat(SameValue.equal(json("1"), (Object) null)).isFalse();
    }

    private static boolean same(String sent, Object known) {
        return SameValue.equal(json(sent), known);
    }

    private static JsonNode json(String text) {
        return Json.read(text.replace('\'', '"'));
    }
}
