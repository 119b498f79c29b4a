package dev.paylater.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class JsonTest {

    /** Jackson's table of names counts entries: 6,000 names of 50,000 characters fill a heap. */
    @Test
    void no_name_of_a_body_is_kept_for_the_next() {
        var body = "{\"a_name_of_a_stranger\": 1}";
        assertThat(name(Json.readRequest(body.getBytes(UTF_8))))
                .isNotSameAs(name(Json.readRequest(body.getBytes(UTF_8))));
        assertThat(name(Json.read(body.getBytes(UTF_8))))
                .isNotSameAs(name(Json.read(body.getBytes(UTF_8))));
        assertThat(name(Json.read(body))).isNotSameAs(name(Json.read(body)));
    }

    private static String name(JsonNode json) {
        return json.propertyNames().iterator().next();
    }
}
