package dev.paylater.api.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.paylater.api.json.Json;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is at rest in the clear, and what only its merchant's key opens. */
class SealingTest {

    private static final Sealer SEALER =
            Sealer.of(
                    KeyRing.parse(
                            "a key", "1:" + Base64.getEncoder().encodeToString(new byte[32])));

    private final Sealing sealing = new Sealing(SEALER);

    @Test
    void fields_are_carried_as_json_text_under_their_names() {
        var carried =
                sealing.carry(
                        object("{'email': 'a@b', 'shipping': {'ssn': '1'}, 'other': 1}"),
                        List.of("email", "shipping", "billing"),
                        "m",
                        "p");
        assertThat(carried).isEqualTo(Map.of("email", "\"a@b\"", "shipping", "{\"ssn\":\"1\"}"));
    }

    @Test
    void a_personal_field_is_sealed_as_a_whole() {
        var sealed = seal("ssn", "'123'");
        assertThat(opened(sealed, "ssn")).isEqualTo("123");
        assertThatIllegalArgumentException().isThrownBy(() -> opened(sealed, "birth_date"));
        assertThat(seal("ssn", "123")).isEqualTo(json("123"));
    }

    @Test
    void personal_texts_in_the_merchants_own_objects_are_sealed_at_any_depth() {
        var sealed =
                seal(
                        "metadata",
                        "{'note': 'n', 'ssn': '1', 'deep': [{'birth_date': '2000'}],"
                                + " 'birth_date': {'ssn': '2', 'year': 3}}");
        assertThat(opened(sealed.path("ssn"), "metadata.ssn")).isEqualTo("1");
        assertThat(opened(sealed.at("/deep/0/birth_date"), "metadata.birth_date"))
                .isEqualTo("2000");
        assertThat(opened(sealed.at("/birth_date/ssn"), "metadata.ssn")).isEqualTo("2");
        assertThat(sealed.at("/birth_date/year")).isEqualTo(json("3"));
        assertThat(sealed.path("note")).isEqualTo(json("'n'"));
    }

    @Test
    void tokens_of_sdks_are_sealed_whether_they_are_texts_or_objects() {
        var sealed =
                seal(
                        "payment_method_data",
                        "{'pay_later': {'klarna_sdk': {'token': 't'}, 'x_sdk': 'u',"
                                + " 'y_sdk': 5, 'klarna': {'token': 'v'}}}");
        assertThat(opened(sealed.at("/pay_later/klarna_sdk"), "payment_method_data.klarna_sdk"))
                .isEqualTo("{\"token\":\"t\"}");
        assertThat(opened(sealed.at("/pay_later/x_sdk"), "payment_method_data.x_sdk"))
                .isEqualTo("u");
        assertThat(sealed.at("/pay_later/y_sdk")).isEqualTo(json("5"));
        assertThat(sealed.at("/pay_later/klarna/token")).isEqualTo(json("'v'"));
    }

    @Test
    void a_connectors_credentials_are_sealed() {
        var sealed =
                seal(
                        "merchant_connector_details",
                        "{'encoded_data': {'connector_account_details': {'k': 'v'}}}");
        assertThat(
                        opened(
                                sealed.at("/encoded_data/connector_account_details"),
                                "merchant_connector_details.connector_account_details"))
                .isEqualTo("{\"k\":\"v\"}");
    }

    private JsonNode seal(String field, String text) {
        return sealing.seal(new SealedPlace("m", "p", field), json(text));
    }

    private static String opened(JsonNode sealed, String field) {
        assertThat(sealed.stringValue()).startsWith("sealed:");
        return SEALER.open(sealed.stringValue(), new SealedPlace("m", "p", field));
    }

    private static JsonNode json(String text) {
        return Json.read(text.replace('\'', '"'));
    }

    private static ObjectNode object(String text) {
        return (ObjectNode) json(text);
    }
}
