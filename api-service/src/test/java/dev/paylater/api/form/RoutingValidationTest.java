package dev.paylater.api.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.error.Problem;
import dev.paylater.api.json.Json;
import org.junit.jupiter.api.Test;

class RoutingValidationTest {

    @Test
    void the_splits_of_a_rule_are_a_whole() {
        var form = "{\"type\": \"%s\", \"data\": [{\"split\": 60}, {\"split\": %d}]}";
        assertThat(RoutingValidation.problemOf(Json.read(form.formatted("volume_split", 40))))
                .isEmpty();
        assertThat(RoutingValidation.problemOf(Json.read(form.formatted("volume_split", 39))))
                .contains(
                        Problem.inconsistent("routing.data", "The splits must sum to 100, not 99"));
        assertThat(RoutingValidation.problemOf(Json.read(form.formatted("priority", 39))))
                .isEmpty();
        assertThat(RoutingValidation.problemOf(Json.emptyObject().path("routing"))).isEmpty();
    }
}
