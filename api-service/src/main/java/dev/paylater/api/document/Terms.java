package dev.paylater.api.document;

import dev.paylater.api.form.Shape;
import dev.paylater.api.json.Json;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import dev.paylater.options.SealedMembers;
import java.util.HashSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Gives back the JSON that a merchant sent: what is sealed opened, provider SDK entries as null,
 * and declared members that were not sent as null.
 */
@Component
final class Terms {

    private final Sealer sealer;

    Terms(Sealer sealer) {
        this.sealer = sealer;
    }

    /** Writes null where there is no text. */
    void write(SealedPlace place, @Nullable String text, Shape shape, JsonGenerator json) {
        if (text == null) {
            json.writeNull();
            return;
        }
        var sealed = SealedMembers.of(place.field());
        if (shape.isFree() && !text.contains(Sealer.PREFIX)) {
            json.writeRawValue(text);
            return;
        }
        try (var parser = Json.parser(text)) {
            parser.nextToken();
            if (sealed == SealedMembers.WHOLE && parser.currentToken() == JsonToken.VALUE_STRING) {
                json.writeString(opened(parser.getString(), place));
            } else {
                copy(parser, shape, sealed, place, json);
            }
        }
    }

    private void copy(
            JsonParser parser,
            Shape shape,
            SealedMembers sealed,
            SealedPlace place,
            JsonGenerator json) {
        switch (parser.currentToken()) {
            case START_OBJECT -> copyObject(parser, shape, sealed, place, json);
            case START_ARRAY -> {
                json.writeStartArray();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    copy(parser, shape.ofItems(), sealed, place, json);
                }
                json.writeEndArray();
            }
            default -> json.copyCurrentEventExact(parser);
        }
    }

    private void copyObject(
            JsonParser parser,
            Shape shape,
            SealedMembers sealed,
            SealedPlace place,
            JsonGenerator json) {
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
            if (!sealed.includes(name)) {
                copy(parser, shape.ofMember(name), sealed, place, json);
            } else if (sealed == SealedMembers.PERSONAL
                    && parser.currentToken() == JsonToken.VALUE_STRING) {
                json.writeString(opened(parser.getString(), place.member(name)));
            } else {
                parser.skipChildren();
                json.writeNull();
            }
        }
        for (var name : shape.members().keySet()) {
            if (missing.contains(name)) {
                json.writeNullProperty(name);
            }
        }
        json.writeEndObject();
    }

    private String opened(String text, SealedPlace place) {
        return text.startsWith(Sealer.PREFIX) ? sealer.open(text, place) : text;
    }
}
