package dev.paylater.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\": 1, \"b\": [1, 2]} | {\"b\":[1,2],\"a\":1}",
                "{\"a\": {\"y\": null, \"x\": true}} | {\"a\":{\"x\":true,\"y\":null}}",
                "{\"a\": 1.0} | {\"a\": 1}",
                "{\"a\": 1e3} | {\"a\": 1000}",
                "{\"a\": -0} | {\"a\": 0.00}",
                "{\"a\": \"\\u00fc\\/\"} | {\"a\": \"ü/\"}",
                "{} | { }",
                "{\"a\": []} | {\"a\": [ ]}",
                "{\"a\": 1e999999999} | {\"a\": 10e999999998}"
            })
    void the_same_json_has_one_form(String one, String other) {
        assertThat(form(one)).isEqualTo(form(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\": 1} | {\"a\": \"1\"}",
                "{\"a\": 9007199254740993} | {\"a\": 9007199254740992}",
                "{\"a\": [1, 2]} | {\"a\": [2, 1]}",
                "{\"a\": null} | {}",
                "{\"a\": \"ü\"} | {\"a\": \"u\\u0308\"}",
                "{\"a\": [[]]} | {\"a\": [{}]}",
                "{\"a\": \"1,2\"} | {\"a\": [1, 2]}",
                "not json | {}"
            })
    void other_json_has_another(String one, String other) {
        assertThat(form(one)).isNotEqualTo(form(other));
    }

    private static String form(String json) {
        return new String(CanonicalJson.of(json.getBytes(UTF_8)), UTF_8);
    }
}
