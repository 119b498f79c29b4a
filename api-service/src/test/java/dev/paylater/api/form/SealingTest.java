package dev.paylater.api.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.paylater.api.json.Json;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.util.Base64;
import java.util.List;
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
                        object("{'locale': 'de', 'email': 'a@b', 'other': 1}"),
                        List.of("locale", "email", "billing"),
                        "m",
                        "p");
        assertThat(carried).containsOnlyKeys("locale", "email").containsEntry("locale", "\"de\"");
        assertThat(sealed(carried.getOrDefault("email", ""), "email")).isEqualTo("\"a@b\"");
    }

    @Test
    void a_field_that_names_a_person_is_one_sealed_text_for_its_own_place() {
        var billing = "{'address':{'line1':'Main St 1'},'email':'a@b.c'}".replace('\'', '"');
        var text = seal("billing", billing);
        assertThat(sealed(text, "billing")).isEqualTo(billing);
        assertThatIllegalArgumentException().isThrownBy(() -> sealed(text, "shipping"));
        assertThat(sealed(seal("ssn", "123"), "ssn")).isEqualTo("123");
        assertThat(seal("description", "'A lamp'")).isEqualTo("\"A lamp\"");
    }

    @Test
    void of_metadata_each_value_is_sealed_so_that_changes_are_merged_without_opening_it() {
        var text =
                seal("metadata", "{'note': 'n', 'age': 42, 'gone': '', 'sealed:x': {'ssn': '1'}}");
        var members = Json.read(text);
        assertThat(members.propertyNames()).containsExactly("note", "age", "gone", "sealed:x");
        assertThat(SEALER.open(members.path("age").stringValue(), place("metadata")))
                .isEqualTo("42");
        assertThat(members.path("gone").stringValue()).isEmpty();
        assertThat(text).doesNotContain("\"n\"").doesNotContain("ssn");
        assertThat(sealing.open(place("metadata"), text))
                .isEqualTo(
                        "{\"note\":\"n\",\"age\":42,\"gone\":\"\",\"sealed:x\":{\"ssn\":\"1\"}}");
    }

    @Test
    void what_is_empty_says_nothing_and_stays_as_it_is() {
        for (var empty : List.of("{}", "[]", "''", "null")) {
            assertThat(seal("customer_acceptance", empty)).isEqualTo(empty.replace('\'', '"'));
        }
    }

    @Test
    void numbers_come_back_with_the_digits_that_they_were_sent_with() {
        var text = seal("connector_metadata", "{'rate': 1.50}");
        assertThat(sealing.open(place("connector_metadata"), text)).isEqualTo("{\"rate\":1.50}");
    }

    @Test
    void a_text_of_a_field_that_is_not_sealed_is_only_text_whatever_it_looks_like() {
        assertThat(sealing.open(place("description"), "\"sealed:AAAA\""))
                .isEqualTo("\"sealed:AAAA\"");
    }

    private String seal(String field, String text) {
        return sealing.seal(place(field), json(text));
    }

    private static String sealed(String text, String field) {
        return SEALER.open(Json.read(text).stringValue(), place(field));
    }

    private static SealedPlace place(String field) {
        return new SealedPlace("m", "p", field);
    }

    private static JsonNode json(String text) {
        return Json.read(text.replace('\'', '"'));
    }

    private static ObjectNode object(String text) {
        return (ObjectNode) json(text);
    }
}
