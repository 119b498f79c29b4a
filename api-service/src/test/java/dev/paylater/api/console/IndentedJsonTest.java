package dev.paylater.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies of providers as somebody reads them. */
class IndentedJsonTest {

    static Stream<Arguments> bodies() {
        return Stream.of(
                Arguments.of(
                        "{\"a\":1.10,\"b\":[{\"c\":\"x, {y}: \\\"z\\\"\"}, true],\"d\":{"
                                + " },\"e\":[]}",
                        """
                        {
                          "a": 1.10,
                          "b": [
                            {
                              "c": "x, {y}: \\"z\\""
                            },
                            true
                          ],
                          "d": {},
                          "e": []
                        }\
                        """),
                Arguments.of("{\"a\":\"cut\\", "{\n  \"a\": \"cut\\"),
                Arguments.of("{\"a\":[1", "{\n  \"a\": [\n    1"),
                Arguments.of("[]]}", "[]\n]\n}"),
                Arguments.of("a=1&b={}", "a=1&b={}"),
                Arguments.of("<html>: {}</html>", "<html>: {}</html>"),
                Arguments.of("", ""));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void only_white_space_between_parts_of_json_is_changed(String body, String indented) {
        assertThat(IndentedJson.of(body)).isEqualTo(indented);
    }
}
