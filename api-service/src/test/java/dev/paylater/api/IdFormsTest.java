package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every id that a caller gives is checked by its form before it is used. */
class IdFormsTest {

    private static final RunningApi API = RunningApi.shared();

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "man", "man_", "man_a/b", "pm_abc", "man_ü", "man_a b"})
    void a_mandate_id_of_another_form_is_refused_wherever_it_is_given(String id) {
        var text = Json.text(id);
        refused("\"mandate_id\": " + text, "mandate_id");
        refused(
                "\"mandate_data\": {\"update_mandate_id\": " + text + "}",
                "mandate_data.update_mandate_id");
        refused(
                "\"recurring_details\": {\"type\": \"mandate_id\", \"data\": " + text + "}",
                "recurring_details.data");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "pm", "pm_", "man_abc", "pm_a/b"})
    void a_payment_method_id_of_another_form_is_refused(String id) {
        refused(
                "\"recurring_details\": {\"type\": \"payment_method_id\", \"data\": "
                        + Json.text(id)
                        + "}",
                "recurring_details.data");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "..", "a/b", "/", "a\\b", "a\u0000b", "a\nb", "a\u007f", "a\u0085"})
    void a_customer_id_that_cannot_stand_in_a_path_is_refused_wherever_it_is_given(String id) {
        var text = Json.text(id);
        refused("\"customer_id\": " + text, "customer_id");
        refused("\"customer\": {\"id\": " + text + "}", "customer.id");
        var created = API.post("/customers", "{\"customer_id\": " + text + "}");
        assertThat(created.status()).isEqualTo(422);
        assertThat(created.json().at("/error/param").asString()).isEqualTo("customer_id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"...", "..a", ".a", "a.", "a b", "ü", "日本", "a%2Fb", "a|b?c#d", "\"'<"})
    void any_other_customer_id_is_taken_read_and_deleted(String id) {
        assertThat(API.post("/customers", "{\"customer_id\": " + Json.text(id) + "}").status())
                .isEqualTo(200);
        var path =
                "/customers/"
                        + java.net.URLEncoder.encode(id, java.nio.charset.StandardCharsets.UTF_8)
                                .replace("+", "%20");
        assertThat(API.get(path).json().path("customer_id").asString()).isEqualTo(id);
        assertThat(
                        API.send(API.request(path).header("api-key", RunningApi.SECRET).DELETE())
                                .status())
                .isEqualTo(200);
        assertThat(API.get(path).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"a/b", "' '", "ü"})
    void a_refund_of_a_payment_id_of_another_form_is_refused(String id) {
        var answer = API.post("/refunds", "{\"payment_id\": " + Json.text(id) + "}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().at("/error/param").asString()).isEqualTo("payment_id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mandates/list", "/customers", "/customers/nobody/payment_methods"})
    void an_unknown_cursor_of_a_list_is_404(String list) {
        assertThat(API.get(list + "?starting_after=x").status()).isEqualTo(404);
        assertThat(API.get(list + "?starting_after=pm_unknown").status()).isEqualTo(404);
    }

    private static void refused(String field, String param) {
        var answer = API.post("/payments", "{\"amount\": 1, \"currency\": \"EUR\", " + field + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.code()).isEqualTo("IR_05");
        assertThat(answer.json().at("/error/param").asString()).isEqualTo(param);
    }
}
