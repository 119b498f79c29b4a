package dev.paylater.api.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.paylater.api.json.Json;
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
            new Sealer(Base64.getEncoder().encodeToString(new byte[32]));

    private final Sealing sealing = new Sealing(SEALER);

    @Test
    void fields_are_carried_as_json_text_under_their_names() {
        var carried =
                sealing.carry(
                        object("{'email': 'a@b', 'shipping': {'ssn': '1'}, 'other': 1}"),
                        List.of("email", "shipping", "billing"),
                        "m");
        assertThat(carried).isEqualTo(Map.of("email", "\"a@b\"", "shipping", "{\"ssn\":\"1\"}"));
    }

    @Test
    void a_personal_field_is_sealed_as_a_whole() {
        var sealed = sealing.seal("ssn", json("'123'"), "m");
        assertThat(opened(sealed)).isEqualTo("123");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SEALER.open(sealed.stringValue(), "another"));
        assertThat(sealing.seal("ssn", json("123"), "m")).isEqualTo(json("123"));
    }

    @Test
    void personal_texts_in_the_merchants_own_objects_are_sealed_at_any_depth() {
        var sealed =
                sealing.seal(
                        "metadata",
                        json(
                                "{'note': 'n', 'ssn': '1', 'deep': [{'birth_date': '2000'}],"
                                        + " 'birth_date': {'ssn': '2', 'year': 3}}"),
                        "m");
        assertThat(opened(sealed.path("ssn"))).isEqualTo("1");
        assertThat(opened(sealed.at("/deep/0/birth_date"))).isEqualTo("2000");
        assertThat(opened(sealed.at("/birth_date/ssn"))).isEqualTo("2");
        assertThat(sealed.at("/birth_date/year")).isEqualTo(json("3"));
        assertThat(sealed.path("note")).isEqualTo(json("'n'"));
    }

    @Test
    void tokens_of_sdks_are_sealed_whether_they_are_texts_or_objects() {
        var sealed =
                sealing.seal(
                        "payment_method_data",
                        json(
                                "{'pay_later': {'klarna_sdk': {'token': 't'}, 'x_sdk': 'u',"
                                        + " 'y_sdk': 5, 'klarna': {'token': 'v'}}}"),
                        "m");
        assertThat(opened(sealed.at("/pay_later/klarna_sdk"))).isEqualTo("{\"token\":\"t\"}");
        assertThat(opened(sealed.at("/pay_later/x_sdk"))).isEqualTo("u");
        assertThat(sealed.at("/pay_later/y_sdk")).isEqualTo(json("5"));
        assertThat(sealed.at("/pay_later/klarna/token")).isEqualTo(json("'v'"));
    }

    @Test
    void a_connectors_credentials_are_sealed() {
        var sealed =
                sealing.seal(
                        "merchant_connector_details",
                        json("{'encoded_data': {'connector_account_details': {'k': 'v'}}}"),
                        "m");
        assertThat(opened(sealed.at("/encoded_data/connector_account_details")))
                .isEqualTo("{\"k\":\"v\"}");
    }

    private static String opened(JsonNode sealed) {
        assertThat(sealed.stringValue()).startsWith("sealed:1:");
        return SEALER.open(sealed.stringValue(), "m");
    }

    private static JsonNode json(String text) {
        return Json.read(text.replace('\'', '"'));
    }

    private static ObjectNode object(String text) {
        return (ObjectNode) json(text);
    }
}
