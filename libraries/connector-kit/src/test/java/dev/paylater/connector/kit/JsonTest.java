package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class JsonTest {

    private static final JsonNode JSON =
            json("{'text': 'a', 'number': 12, 'flag': true, 'none': null, 'empty': ' ', 'o': {}}");

    @ParameterizedTest
    @CsvSource({
        "/text, a",
        "/number, 12",
        "/flag, true",
        "/none,",
        "/empty,",
        "/absent,",
        "/o,",
        "/text/deeper,"
    })
    void a_text_is_a_value_that_is_not_empty(String pointer, @Nullable String text) {
        assertThat(Json.text(JSON, pointer)).isEqualTo(text);
    }

    @Test
    void a_required_text_that_is_missing_makes_the_answer_unreadable() {
        assertThat(Json.required(JSON, "/text")).isEqualTo("a");
        assertThatThrownBy(() -> Json.required(JSON, "/empty"))
                .isInstanceOf(UnreadableAnswer.class)
                .hasMessage("/empty is missing");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05+01:00, 2026-01-02T02:04:05Z",
        "2026-02-01, 2026-02-02T00:00:00Z",
        "2026-02-30,",
        "soon,"
    })
    void a_time_is_of_RFC_3339_or_in_seconds_or_the_end_of_a_day(
            String text, @Nullable Instant time) {
        assertThat(Json.time(json("{'at': '" + text + "'}"), "/at")).isEqualTo(time);
        assertThat(Json.time(json("{'at': 1767322645}"), "/at")).isEqualTo("2026-01-02T02:57:25Z");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, Long.MAX_VALUE})
    void an_amount_is_an_integer_from_zero(long amount) {
        assertThat(Json.amount(json("{'sum': " + amount + "}"), "/sum")).isEqualTo(amount);
    }

    @Test
    void what_distinguishes_a_notification_is_its_texts_of_which_the_first_is_required() {
        assertThat(Json.identity(JSON, "/text")).isEqualTo("a");
        assertThat(Json.identity(JSON, "/text", "/number", "/none")).isEqualTo("a:12:null");
        assertThatThrownBy(() -> Json.identity(JSON, "/none", "/text"))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void one_of_the_texts_distinguishes_a_notification_where_none_is_always_there() {
        assertThat(Json.anyIdentity(JSON, "/none", "/number", "/text")).isEqualTo("12/a");
        assertThatThrownBy(() -> Json.anyIdentity(JSON, "/none", "/empty"))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void carried_fields_are_read_by_name_and_path() {
        var fields = new Fields(Map.of("a", "{\"b\": {\"c\": \"text\"}}", "broken", "{"));

        assertThat(fields.text("a", "b", "c")).isEqualTo("text");
        assertThat(fields.at("a", "b")).isEqualTo(json("{'c': 'text'}"));
        assertThat(fields.text("a", "b")).isNull();
        assertThat(fields.at("absent").isMissingNode()).isTrue();
        assertThat(fields.at("broken").isMissingNode()).isTrue();
        assertThat(fields.text("broken", "b")).isNull();
    }
}
