package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.UpdatePayment;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** No field is swallowed: each does something, is warned of, or is refused. */
class FieldWarningsTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String STRICT_KEY = strictKey();

    private static String strictKey() {
        return API.administer(
                        "/admin/merchants/merchant_sandbox/api_keys",
                        "{\"kind\": \"secret\", \"strict\": true}")
                .json()
                .path("api_key")
                .asString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"ammount\": 1 | ammount | amount",
                "\"return_ur\": \"x\" | return_ur | return_url",
                "\"billing\": {\"adress\": {}} | billing.adress | address",
                "\"billing\": {\"address\": {\"zipp\": \"1\"}} | billing.address.zipp | zip",
                "\"order_details\": [{\"product_nam\": \"a\"}] | order_details[0].product_nam |"
                        + " product_name",
                "\"order_details\": [{}, {\"qantity\": 1}] | order_details[1].qantity | quantity",
                "\"customer\": {\"e-mail\": \"a@b.cd\"} | customer.e-mail | email",
                "\"something_else_entirely\": 1 | something_else_entirely | "
            })
    void an_unknown_field_is_warned_of_with_the_closest_name_and_refused_for_a_strict_key(
            String field, String param, String closest) {
        var body = "{\"amount\": 1, \"currency\": \"EUR\", " + field + "}";

        var answer = API.post("/payments", body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        var warning = warning(answer.json(), param);
        assertThat(warning.path("code").asString()).isEqualTo("IR_05");
        if (closest == null) {
            assertThat(warning.path("message").asString()).doesNotContain("did you mean");
        } else {
            assertThat(warning.path("message").asString())
                    .endsWith("did you mean " + closest + "?");
        }

        var refused = API.postAs(STRICT_KEY, "/payments", body);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.code()).isEqualTo("IR_05");
        assertThat(refused.json().at("/error/param").asString()).isEqualTo(param);
    }

    @Test
    void what_is_the_merchants_own_is_no_unknown_field() {
        var body =
                """
                {"amount": 1, "currency": "EUR", "metadata": {"ammount": 1},
                 "connector_metadata": {"anything": {"deep": 1}},
                 "payment_method_data": {"pay_later": {"invoice": {"x": 1}, "other_sdk": {}}}}
                """;
        var answer = API.postAs(STRICT_KEY, "/payments", body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("warnings").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/confirm", "/capture", "/cancel"})
    void operations_on_a_payment_warn_too(String operation) {
        var id = API.create("").path("payment_id").asString();
        var answer = API.post("/payments/" + id + operation, "{\"ammount\": 1}");
        assertThat(warning(answer.json(), "ammount")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"capture_on\": \"2100-01-01T00:00:00Z\" | capture_on",
                "\"request_external_three_ds_authentication\": true |"
                        + " request_external_three_ds_authentication",
                "\"payment_link_config\": {\"theme\": \"#ffffff\"} | payment_link_config"
            })
    void a_field_that_does_nothing_in_this_payment_is_warned_of(String field, String param) {
        var created = API.create(", " + field);
        assertThat(warning(created, param).path("code").asString()).isEqualTo("IR_37");
        var id = API.create("").path("payment_id").asString();
        assertThat(warning(API.post("/payments/" + id, "{" + field + "}").json(), param))
                .isNotNull();
    }

    @Test
    void the_same_field_where_it_does_something_is_not_warned_of() {
        assertThat(
                        API.create(
                                        ", \"capture_method\": \"scheduled\","
                                                + " \"capture_on\": \"2100-01-01T00:00:00Z\"")
                                .path("warnings")
                                .isNull())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"payment_method_data\": {\"card\": {\"card_number\": \"4242424242424242\"}} |"
                        + " payment_method_data.card | IR_05",
                "\"payment_method_data\": {\"wallet\": {}} | payment_method_data.wallet | IR_05",
                "\"card\": {\"number\": \"4242424242424242\"} | card | IR_05",
                "\"card_cvc\": \"123\" | card_cvc | IR_05",
                "\"payment_method_data\": {\"pay_later\": {\"klarna_redirect\": {}}} |"
                        + " payment_method_data.pay_later.klarna_redirect | IR_05",
                "\"payment_method_data\": {\"pay_later\": {\"invoice\": {}, \"direct_debit\": {}}}"
                        + " | payment_method_data.pay_later | IR_06",
                "\"payment_method_type\": \"invoice\", \"payment_method_data\": {\"pay_later\":"
                        + " {\"direct_debit\": {}}} | payment_method_type | IR_06",
                "\"connector\": [null] | connector[0] | IR_05",
                "\"order_details\": [{}, null] | order_details[1] | IR_05",
                "\"allowed_payment_method_types\": [null] | allowed_payment_method_types[0] |"
                        + " IR_05",
                "\"email\": \"a\" | email | IR_05",
                "\"billing\": {\"email\": \"a@\"} | billing.email | IR_05",
                "\"customer\": {\"email\": \"a b@c.d\"} | customer.email | IR_05",
                "\"birth_date\": \"1990-02-30\" | birth_date | IR_05"
            })
    void what_cannot_be_meant_is_refused_by_its_name(String field, String param, String code) {
        for (var path :
                List.of("/payments", "/payments/" + id(), "/payments/" + id() + "/confirm")) {
            var answer =
                    API.post(
                            path,
                            path.equals("/payments")
                                    ? "{\"amount\": 1, \"currency\": \"EUR\", " + field + "}"
                                    : "{" + field + "}");
            assertThat(answer.status()).as(answer.body()).isEqualTo(422);
            assertThat(answer.code()).isEqualTo(code);
            assertThat(answer.json().at("/error/param").asString()).isEqualTo(param);
            assertThat(answer.body().replaceAll("req_\\w+", "")).doesNotContain("4242");
        }
    }

    @Test
    void a_browser_cannot_send_a_card_either() {
        var payment = API.create("");
        var answer =
                API.postAs(
                        RunningApi.PUBLISHABLE,
                        "/payments/" + payment.path("payment_id").asString() + "/confirm",
                        "{\"client_secret\": "
                                + payment.path("client_secret")
                                + ", \"payment_method_data\": {\"card\": {\"card_number\":"
                                + " \"4\"}}}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().at("/error/param").asString())
                .isEqualTo("payment_method_data.card");
    }

    @Test
    void a_split_of_money_that_nobody_makes_is_refused() {
        for (var split : List.of("{\"some_split_payment\": {\"application_fees\": 1}}", "{}")) {
            for (var path : List.of("/payments/" + id(), "/payments/" + id() + "/confirm")) {
                var answer = API.post(path, "{\"split_payments\": " + split + "}");
                assertThat(answer.status()).isEqualTo(400);
                assertThat(answer.code()).isEqualTo("IR_37");
                assertThat(answer.json().at("/error/param").asString()).isEqualTo("split_payments");
            }
        }
        var refund =
                API.post(
                        "/refunds",
                        "{\"payment_id\": \"" + id() + "\", \"split_refunds\": {\"a\": {}}}");
        assertThat(refund.status()).isEqualTo(400);
        assertThat(refund.code()).isEqualTo("IR_37");
        assertThat(refund.json().at("/error/param").asString()).isEqualTo("split_refunds");
    }

    @Test
    void confirm_true_on_update_confirms() {
        var id = id();
        var answer =
                API.post(
                        "/payments/" + id,
                        "{\"confirm\": true, \"payment_method\": \"pay_later\","
                                + " \"description\": null}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("status").asString()).isEqualTo("requires_capture");
        assertThat(API.orchestrator.received(ConfirmPayment.class))
                .filteredOn(command -> command.getPaymentId().equals(id))
                .singleElement()
                .satisfies(
                        command -> {
                            assertThat(command.getClientSide()).isFalse();
                            assertThat(command.getTerms()).containsEntry("description", "null");
                        });
        assertThat(API.orchestrator.received(UpdatePayment.class))
                .noneMatch(command -> command.getPaymentId().equals(id));
    }

    @Test
    void null_in_metadata_removes_a_key_as_an_empty_text_does() {
        var created = API.create(", \"metadata\": {\"a\": \"1\", \"b\": null}");
        assertThat(created.at("/metadata").propertyNames()).containsExactly("a");
        var id = created.path("payment_id").asString();
        API.post("/payments/" + id, "{\"metadata\": {\"a\": null}}");
        assertThat(API.orchestrator.received(UpdatePayment.class))
                .filteredOn(command -> command.getPaymentId().equals(id))
                .singleElement()
                .satisfies(
                        command ->
                                assertThat(command.getTerms())
                                        .containsEntry("metadata", "{\"a\":\"\"}"));
    }

    @Test
    void the_parts_of_the_descriptor_are_one_text_over_several_calls() {
        var id =
                API.create(", \"statement_descriptor_name\": \"ABCDEFGHIJKLMNOP\"")
                        .path("payment_id")
                        .asString();
        var tooLong = "{\"statement_descriptor_suffix\": \"1234567\"}";
        for (var path : List.of("/payments/" + id, "/payments/" + id + "/confirm")) {
            var answer = API.post(path, tooLong);
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.json().at("/error/param").asString())
                    .isEqualTo("statement_descriptor_suffix");
        }
        assertThat(
                        API.post("/payments/" + id, "{\"statement_descriptor_suffix\": \"123456\"}")
                                .status())
                .isEqualTo(200);
    }

    @Test
    void null_on_update_clears_what_may_be_absent_and_is_refused_where_a_value_must_be() {
        var id = id();
        var names =
                List.of(
                        "shipping_cost",
                        "order_tax_amount",
                        "surcharge_details",
                        "description",
                        "return_url",
                        "customer",
                        "setup_future_usage");
        var body = String.join(", ", names.stream().map(it -> "\"" + it + "\": null").toList());
        assertThat(API.post("/payments/" + id, "{" + body + "}").status()).isEqualTo(200);
        assertThat(API.orchestrator.received(UpdatePayment.class))
                .filteredOn(command -> command.getPaymentId().equals(id))
                .singleElement()
                .satisfies(
                        command ->
                                assertThat(command.getTerms())
                                        .containsEntry("shipping_cost", "null")
                                        .containsEntry("order_tax_amount", "null")
                                        .containsEntry("surcharge_amount", "null")
                                        .containsEntry("surcharge_tax_amount", "null")
                                        .containsEntry("description", "null")
                                        .containsEntry("return_url", "null")
                                        .containsEntry("customer", "null")
                                        .containsEntry("customer_id", "null")
                                        .containsEntry("setup_future_usage", "null"));
        for (var name : List.of("amount", "currency", "capture_method")) {
            var answer = API.post("/payments/" + id, "{\"" + name + "\": null}");
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.json().at("/error/param").asString()).isEqualTo(name);
        }
    }

    private static String id() {
        return API.create(", \"description\": \"" + UUID.randomUUID() + "\"")
                .path("payment_id")
                .asString();
    }

    private static JsonNode warning(JsonNode answer, String param) {
        return answer.path("warnings")
                .valueStream()
                .filter(one -> one.path("param").asString().equals(param))
                .findFirst()
                .orElseThrow(() -> new AssertionError(param + " is not among " + answer));
    }
}
