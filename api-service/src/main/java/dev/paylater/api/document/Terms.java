package dev.paylater.api.document;

import dev.paylater.api.form.Sealing;
import dev.paylater.api.form.Shape;
import dev.paylater.api.json.Json;
import dev.paylater.kit.security.SealedPlace;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Gives back the JSON that a merchant sent: what is sealed opened, provider SDK entries and
 * credentials as null, and declared members that were not sent as null.
 */
@Component
final class Terms {

    private static final String SDK_SUFFIX = "_sdk";
    private static final String CREDENTIALS = "connector_account_details";

    private final Sealing sealing;

    Terms(Sealing sealing) {
        this.sealing = sealing;
    }

    /** A carried field of a payment. */
    void write(PaymentDocument payment, String name, Shape shape, JsonGenerator json) {
        write(payment.place(name), payment.term(name), shape, json);
    }

    /** Null where there is no text. */
    void write(SealedPlace place, @Nullable String text, Shape shape, JsonGenerator json) {
        if (text == null) {
            json.writeNull();
            return;
        }
        var opened = sealing.open(place, text);
        if (shape.isFree()) {
            json.writeRawValue(opened);
            return;
        }
        try (var parser = Json.parser(opened)) {
            parser.nextToken();
            copy(parser, shape, json);
        }
    }

    /** Of a carried field of a payment only the members with these paths. */
    void writeParts(
            PaymentDocument payment,
            String name,
            Set<String> paths,
            Shape shape,
            JsonGenerator json) {
        var text = payment.term(name);
        var parts =
                text == null
                        ? MissingNode.getInstance()
                        : parts(Json.read(sealing.open(payment.place(name), text)), name, paths);
        if (parts.isMissingNode()) {
            json.writeNull();
            return;
        }
        try (var parser = Json.parser(Json.text(parts))) {
            parser.nextToken();
            copy(parser, shape, json);
        }
    }

    private static JsonNode parts(JsonNode value, String path, Set<String> paths) {
        if (paths.contains(path)) {
            return value;
        }
        var parts = Json.emptyObject();
        if (value.isObject()) {
            for (var member : value.properties()) {
                var part = parts(member.getValue(), path + "." + member.getKey(), paths);
                if (!part.isMissingNode()) {
                    parts.set(member.getKey(), part);
                }
            }
        }
        return parts.isEmpty() ? MissingNode.getInstance() : parts;
    }

    /** A carried field of a refund. */
    void writeDetail(
            String merchantId, String paymentId, Fields details, String name, JsonGenerator json) {
        write(new SealedPlace(merchantId, paymentId, name), details.text(name), Shape.FREE, json);
    }

    private static void copy(JsonParser parser, Shape shape, JsonGenerator json) {
        switch (parser.currentToken()) {
            case START_OBJECT -> copyObject(parser, shape, json);
            case START_ARRAY -> {
                json.writeStartArray();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    copy(parser, shape.ofItems(), json);
                }
                json.writeEndArray();
            }
            default -> json.copyCurrentEventExact(parser);
        }
    }

    private static void copyObject(JsonParser parser, Shape shape, JsonGenerator json) {
        var missing = new HashSet<>(shape.members().keySet());
        json.writeStartObject();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            parser.nextToken();
            if (!shape.members().isEmpty() && !missing.remove(name)) {
                parser.skipChildren();
                continue;
            }
            json.writeName(name);
            if (name.endsWith(SDK_SUFFIX) || name.equals(CREDENTIALS)) {
                parser.skipChildren();
                json.writeNull();
            } else {
                copy(parser, shape.ofMember(name), json);
            }
        }
        for (var name : shape.members().keySet()) {
            if (missing.contains(name)) {
                json.writeNullProperty(name);
            }
        }
        json.writeEndObject();
    }
}
