package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.docs.AsyncApi;
import dev.paylater.api.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * docs/asyncapi.json is what /asyncapi.json serves. {@code -Dpaylater.write-docs=true} writes it
 * anew, except where that would break consumers: who means to do so deletes it first.
 */
class PublishedEventsTest {

    private static final Path PUBLISHED = Path.of("..", "docs", "asyncapi.json");
    private static final JsonNode SERVED = Json.read(AsyncApi.source());
    private static final String REFUND_FIELDS =
            "/components/messages/RefundEvent/payload/schema/fields";

    @Test
    void the_published_description_is_the_served_one_and_nothing_in_it_breaks_consumers()
            throws IOException {
        if (Files.exists(PUBLISHED)) {
            var published = Json.read(Files.readAllBytes(PUBLISHED));
            assertThat(breaking(published, SERVED)).isEmpty();
        }
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(PUBLISHED, SERVED.toPrettyString() + "\n");
        }
        assertThat(Json.read(Files.readAllBytes(PUBLISHED))).isEqualTo(SERVED);
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change("/channels", all -> all.remove("refunds.events"), "refunds.events is gone"),
                change(
                        "/channels/webhooks/messages",
                        all -> all.remove("payment.succeeded"),
                        "webhooks: payment.succeeded is gone"),
                change(
                        "/channels/payments.events",
                        channel -> channel.put("address", "payments.facts"),
                        "payments.events: the address is another one"),
                change(
                        "/components/messages/PaymentEvent/headers/properties",
                        headers -> headers.remove("ce_id"),
                        "PaymentEvent: the header ce_id is gone"),
                change(
                        "/components/messages/payment.succeeded/payload/properties",
                        fields -> fields.remove("sequence"),
                        "payment.succeeded: sequence is gone"),
                change(
                        "/components/messages/RefundEvent/payload/schema",
                        schema -> ((ArrayNode) schema.required("fields")).remove(0),
                        "RefundEvent: old or new readers cannot read it"),
                change(
                        REFUND_FIELDS + "/0",
                        field -> field.put("type", "long"),
                        "RefundEvent: old or new readers cannot read it"));
    }

    private static Arguments change(String at, Consumer<ObjectNode> change, String found) {
        return Arguments.of(at, change, found);
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("changes")
    void what_breaks_consumers_is_found(String at, Consumer<ObjectNode> change, String found) {
        var changed = SERVED.deepCopy();
        change.accept((ObjectNode) changed.at(at));

        assertThat(breaking(SERVED, changed)).contains(found);
    }

    @Test
    void an_event_or_a_field_with_a_default_more_breaks_nobody() {
        var changed = SERVED.deepCopy();
        ((ObjectNode) changed.at("/channels/webhooks/messages")).putObject("payment.paused");
        var field = ((ArrayNode) changed.at(REFUND_FIELDS)).addObject().put("name", "note");
        field.put("type", "string").put("default", "");

        assertThat(breaking(SERVED, changed)).isEmpty();
    }

    private static List<String> breaking(JsonNode before, JsonNode after) {
        var found = new ArrayList<String>();
        for (var channel : before.required("channels").properties()) {
            var now = after.at("/channels").get(channel.getKey());
            if (now == null) {
                found.add(channel.getKey() + " is gone");
            } else {
                channel(channel.getKey(), channel.getValue(), now, found);
            }
        }
        for (var message : before.at("/components/messages").properties()) {
            var now = after.at("/components/messages").get(message.getKey());
            if (now != null) {
                message(message.getKey(), message.getValue(), now, found);
            }
        }
        return found;
    }

    private static void channel(String name, JsonNode before, JsonNode now, List<String> found) {
        if (!before.path("address").equals(now.path("address"))) {
            found.add(name + ": the address is another one");
        }
        gone(before.path("messages"), now.path("messages"))
                .forEach(message -> found.add(name + ": " + message + " is gone"));
    }

    private static void message(String name, JsonNode before, JsonNode now, List<String> found) {
        gone(before.at("/headers/properties"), now.at("/headers/properties"))
                .forEach(header -> found.add(name + ": the header " + header + " is gone"));
        gone(before.at("/payload/properties"), now.at("/payload/properties"))
                .forEach(field -> found.add(name + ": " + field + " is gone"));
        if (before.path("payload").has("schemaFormat") && !readable(before, now)) {
            found.add(name + ": old or new readers cannot read it");
        }
    }

    private static List<String> gone(JsonNode before, JsonNode now) {
        return before.propertyNames().stream().filter(name -> !now.has(name)).toList();
    }

    private static boolean readable(JsonNode before, JsonNode now) {
        var old = avro(before);
        var fresh = avro(now);
        return isReadBy(old, fresh) && isReadBy(fresh, old);
    }

    private static boolean isReadBy(Schema reader, Schema writer) {
        return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType()
                == SchemaCompatibilityType.COMPATIBLE;
    }

    private static Schema avro(JsonNode message) {
        return new Schema.Parser().parse(message.at("/payload/schema").toString());
    }
}
