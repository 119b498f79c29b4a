package dev.paylater.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoutingJsonTest {

    @Test
    void a_single_connector_is_a_name_or_an_account() {
        assertThat(RoutingJson.read("{\"type\": \"single\", \"data\": \"klarna\"}"))
                .isEqualTo(new Routing.Single(new Routing.Choice("klarna", null)));
        assertThat(
                        RoutingJson.read(
                                """
                                {"type": "single", "data":
                                  {"connector": "klarna", "merchant_connector_id": "mca_1"}}
                                """))
                .isEqualTo(new Routing.Single(new Routing.Choice("klarna", "mca_1")));
    }

    @Test
    void a_priority_keeps_its_order() {
        assertThat(
                        RoutingJson.read(
                                """
                                {"type": "priority", "data":
                                  ["two", {"connector": "billie"}, "mondu"]}
                                """))
                .isEqualTo(
                        new Routing.Priority(
                                List.of(
                                        new Routing.Choice("two", null),
                                        new Routing.Choice("billie", null),
                                        new Routing.Choice("mondu", null))));
    }

    @Test
    void a_split_has_a_share_for_each() {
        assertThat(
                        RoutingJson.read(
                                """
                                {"type": "volume_split", "data":
                                  [{"connector": "two", "split": 30},
                                   {"connector": {"connector": "billie",
                                                  "merchant_connector_id": "mca_2"},
                                    "split": 70}]}
                                """))
                .isEqualTo(
                        new Routing.VolumeSplit(
                                List.of(
                                        new Routing.Share(new Routing.Choice("two", null), 30),
                                        new Routing.Share(
                                                new Routing.Choice("billie", "mca_2"), 70))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"single\",\"data\":{\"connector\":\"two\"}}",
                "{\"type\":\"priority\",\"data\":[{\"connector\":\"two\"},"
                        + "{\"connector\":\"billie\",\"merchant_connector_id\":\"mca_2\"}]}",
                "{\"type\":\"volume_split\",\"data\":"
                        + "[{\"split\":100,\"connector\":{\"connector\":\"two\"}}]}"
            })
    void a_rule_is_written_as_it_is_read(String json) {
        assertThat(RoutingJson.write(RoutingJson.read(json))).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"type\": \"random\", \"data\": \"klarna\"}"})
    void what_is_no_rule_is_refused(String json) {
        assertThatThrownBy(() -> RoutingJson.read(json))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
