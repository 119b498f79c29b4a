package dev.paylater.api.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is kept of the objects in a body. */
class DeclaredMembersTest {

    private final OpenApi api = new OpenApi();
    private final DeclaredMembers declared = new DeclaredMembers(api, "PaymentFields");

    private static final String BODY =
            """
            {"amount": 5,
             "billing": {"email": "a@b", "colour": "red", "address": {"city": "Kiel", "planet": 3}},
             "order_details": [{"amount": 1, "smell": "good"}],
             "metadata": {"mine": {"a": 1}},
             "connector_metadata": {"mine": 1},
             "payment_method_data": {"pay_later": {"klarna_sdk": {"token": "t"}, "new_sdk": {"a": 1},
                                                   "bitcoin": {}}}}
            """;

    @Test
    void of_a_merchants_objects_the_declared_members_and_the_free_objects_are_kept() {
        var body = (ObjectNode) Json.read(BODY);
        declared.keepIn(body);
        assertThat(without(body, "payment_method_data"))
                .isEqualTo(
                        Json.read(
                                """
                                {"amount": 5,
                                 "billing": {"email": "a@b", "address": {"city": "Kiel"}},
                                 "order_details": [{"amount": 1}],
                                 "metadata": {"mine": {"a": 1}},
                                 "connector_metadata": {"mine": 1}}
                                """));
    }

    @Test
    void entries_of_sdks_that_nobody_has_declared_are_kept_for_a_merchant_only() {
        var merchants = (ObjectNode) Json.read(BODY);
        declared.keepIn(merchants);
        assertThat(merchants.at("/payment_method_data/pay_later").propertyNames())
                .containsExactlyInAnyOrder("klarna_sdk", "new_sdk");
        var clients = (ObjectNode) Json.read(BODY);
        declared.keepOnlyIn(clients);
        assertThat(clients.at("/payment_method_data/pay_later").propertyNames())
                .containsExactly("klarna_sdk");
    }

    @Test
    void of_a_clients_objects_nothing_but_declared_members_is_kept() {
        var body = (ObjectNode) Json.read(BODY);
        declared.keepOnlyIn(body);
        assertThat(without(body, "payment_method_data"))
                .isEqualTo(
                        Json.read(
                                """
                                {"amount": 5,
                                 "billing": {"email": "a@b", "address": {"city": "Kiel"}},
                                 "order_details": [{"amount": 1}],
                                 "metadata": {},
                                 "connector_metadata": {}}
                                """));
    }

    @Test
    void an_object_is_free_when_nothing_is_declared_in_it() {
        assertThat(shape("{}").isFree()).isTrue();
        assertThat(shape("{\"items\": {\"type\": \"object\"}}").isFree()).isTrue();
        assertThat(shape("{\"items\": {\"properties\": {\"a\": {}}}}").isFree()).isFalse();
        assertThat(shape("{\"properties\": {\"a\": {}}}").isFree()).isFalse();
        assertThat(shape("{\"properties\": {\"a\": {}}}").members().keySet()).containsExactly("a");
        assertThat(shape("{\"items\": {\"properties\": {\"a\": {}}}}").ofItems().members().keySet())
                .containsExactly("a");
    }

    private Shape shape(String schema) {
        return Shape.of(api, Json.read(schema));
    }

    private static JsonNode without(ObjectNode body, String name) {
        body.remove(name);
        return body;
    }
}
