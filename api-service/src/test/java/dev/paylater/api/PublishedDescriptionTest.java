package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.docs.PublishedOpenApi;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * docs/openapi.json is what /openapi.json serves. {@code -Dpaylater.write-docs=true} writes it
 * anew, except where that would break clients: who means to do so deletes it first.
 */
class PublishedDescriptionTest {

    private static final Path PUBLISHED = Path.of("..", "docs", "openapi.json");
    private static final JsonNode SERVED = Json.read(new PublishedOpenApi(new OpenApi()).current());

    private static final String CAPTURE = "/components/schemas/CaptureRequest/properties";
    private static final String CAPTURE_BODY = "post /payments/{payment_id}/capture body";

    @Test
    void the_published_description_is_the_served_one_and_nothing_in_it_breaks_clients()
            throws IOException {
        if (Files.exists(PUBLISHED)) {
            var published = Json.read(Files.readAllBytes(PUBLISHED));
            assertThat(BreakingChanges.between(published, SERVED)).isEmpty();
        }
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(PUBLISHED, SERVED.toPrettyString() + "\n");
        }
        assertThat(Json.read(Files.readAllBytes(PUBLISHED))).isEqualTo(SERVED);
    }

    static Stream<Arguments> breaking() {
        return Stream.of(
                change("/paths", all -> all.remove("/mandates/list"), "get /mandates/list is gone"),
                change(
                        "/paths/~1payments/post",
                        create -> create.putArray("security").addObject().putArray("admin_key"),
                        "post /payments does not take {\"secret_key\":[]}"),
                change(
                        "/paths/~1payments~1list/get",
                        list -> list.putArray("parameters"),
                        "get /payments/list does not take the parameter \"limit\""),
                change(
                        CAPTURE,
                        fields -> fields.remove("amount_to_capture"),
                        CAPTURE_BODY + ".amount_to_capture is gone"),
                change(
                        CAPTURE + "/amount_to_capture",
                        amount -> amount.put("maximum", 1),
                        CAPTURE_BODY + ".amount_to_capture: maximum is 1"),
                change(
                        CAPTURE + "/statement_descriptor_suffix",
                        suffix -> suffix.put("type", "string").put("minLength", 30),
                        CAPTURE_BODY + ".statement_descriptor_suffix: minLength is 30"),
                change(
                        "/components/schemas/CaptureRequest",
                        capture -> capture.putArray("required").add("amount_to_capture"),
                        CAPTURE_BODY + ".amount_to_capture is required"),
                change(
                        "/components/schemas/Currency",
                        currency -> currency.putArray("enum").add("EUR"),
                        "post /payments body.currency: no longer every value"),
                change(
                        "/components/schemas/Mandate/properties",
                        fields -> fields.remove("status"),
                        "get /mandates/list answer.data items.status is gone"),
                change(
                        "/components/schemas/Mandate/properties/mandate_id",
                        id -> id.putArray("type").add("string").add("null"),
                        "get /mandates/list answer.data items.mandate_id: type [string] became"
                                + " [null, string]"),
                change(
                        "/components/schemas/Payment/properties",
                        fields -> fields.set("browser_info", fields.path("status")),
                        "post /payments answer.browser_info"),
                change(
                        "/components/schemas/Payment/properties/status",
                        status -> {
                            var choices = status.putArray("anyOf");
                            choices.addObject().set("$ref", status.remove("$ref"));
                            choices.addObject().put("type", "null");
                        },
                        "post /payments answer.status: type [string] became [null, string]"),
                change(
                        "/components/schemas/Mandate",
                        mandate -> mandate.remove("required"),
                        "get /mandates/list answer.data items.mandate_id may be missing"));
    }

    private static Arguments change(String at, Consumer<ObjectNode> change, String found) {
        return Arguments.of(at, change, found);
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("breaking")
    void what_breaks_clients_is_found(String at, Consumer<ObjectNode> change, String found) {
        var changed = SERVED.deepCopy();
        change.accept((ObjectNode) changed.at(at));

        assertThat(BreakingChanges.between(SERVED, changed))
                .anySatisfy(one -> assertThat(one).startsWith(found));
    }

    @Test
    void more_fields_operations_values_and_room_break_nobody() {
        var changed = SERVED.deepCopy();
        var schemas = (ObjectNode) changed.at("/components/schemas");
        ((ObjectNode) changed.required("paths")).putObject("/new").putObject("get");
        ((ObjectNode) schemas.at("/Mandate/properties")).putObject("new").put("type", "string");
        ((ObjectNode) schemas.at("/CaptureRequest/properties")).putObject("new");
        ((ObjectNode) schemas.at("/CaptureRequest/properties/statement_descriptor_suffix"))
                .put("maxLength", 100_000);

        assertThat(BreakingChanges.between(SERVED, changed)).isEmpty();
    }
}
