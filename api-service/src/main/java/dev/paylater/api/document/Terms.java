package dev.paylater.api.document;

import dev.paylater.api.json.Json;
import dev.paylater.kit.security.Sealer;
import java.util.HashSet;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Gives back the JSON that a merchant sent: sealed texts opened, provider SDK entries as null, and
 * declared members that were not sent as null.
 */
@Component
final class Terms {

    private static final String SDK_SUFFIX = "_sdk";

    private final Sealer sealer;

    Terms(Sealer sealer) {
        this.sealer = sealer;
    }

    void write(String text, Shape shape, String owner, JsonGenerator json) {
        if (shape.isFree() && !text.contains(Sealer.PREFIX) && !text.contains(SDK_SUFFIX)) {
            json.writeRawValue(text);
            return;
        }
        try (var parser = Json.parser(text)) {
            parser.nextToken();
            copy(parser, shape, owner, json);
        }
    }

    private void copy(JsonParser parser, Shape shape, String owner, JsonGenerator json) {
        switch (parser.currentToken()) {
            case START_OBJECT -> copyObject(parser, shape, owner, json);
            case START_ARRAY -> {
                json.writeStartArray();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    copy(parser, shape.ofItems(), owner, json);
                }
                json.writeEndArray();
            }
            case VALUE_STRING -> json.writeString(opened(parser.getString(), owner));
            default -> json.copyCurrentEventExact(parser);
        }
    }

    private void copyObject(JsonParser parser, Shape shape, String owner, JsonGenerator json) {
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
            if (name.endsWith(SDK_SUFFIX)) {
                parser.skipChildren();
                json.writeNull();
            } else {
                copy(parser, shape.ofMember(name), owner, json);
            }
        }
        for (var name : shape.members().keySet()) {
            if (missing.contains(name)) {
                json.writeNullProperty(name);
            }
        }
        json.writeEndObject();
    }

    private String opened(String text, String owner) {
        if (!text.startsWith(Sealer.PREFIX)) {
            return text;
        }
        try {
            return sealer.open(text, owner);
        } catch (IllegalArgumentException _) {
            // A merchant's own text that only looks like one of ours.
            return text;
        }
    }
}
