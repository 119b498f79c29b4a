package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpAnswerTest {

    @ParameterizedTest
    @CsvSource({"199, false", "200, true", "204, true", "299, true", "300, false", "404, false"})
    void success_is_the_class_of_200(int status, boolean success) {
        assertThat(answer(status, "").isSuccess()).isEqualTo(success);
    }

    @Test
    void a_header_is_found_whatever_its_case() {
        var answer = new HttpAnswer(200, Map.of("location", "/x"), "");

        assertThat(answer.header("Location")).isEqualTo("/x");
        assertThat(answer.header("X-Other")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{'a':", "<html>", "{'a': 1}, {'b': 2}"})
    void a_body_that_is_no_json_says_nothing(String body) {
        assertThatThrownBy(() -> answer(502, body).json())
                .isInstanceOf(UnreadableAnswer.class)
                .hasMessageContaining("status 502");
    }

    @Test
    void an_answer_shows_its_status_and_nothing_of_its_body() {
        assertThat(answer(404, "{'email': 'ada@example.com'}")).hasToString("HTTP 404");
    }

    /** Jackson's table of names counts entries, and a name may have 50,000 characters. */
    @Test
    void no_name_of_a_body_is_kept_for_the_next() {
        var body = "{'a_name_of_a_stranger': 1}";
        assertThat(answer(200, body).json().propertyNames().iterator().next())
                .isNotSameAs(answer(200, body).json().propertyNames().iterator().next());
    }
}
