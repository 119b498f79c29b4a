package dev.paylater.simulator.book;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/** Reads a JSON value as the text it is, to be written again as it was. */
final class RawJson extends ValueDeserializer<String> {

    @Override
    public String deserialize(JsonParser parser, DeserializationContext context) {
        return parser.readValueAsTree().toString();
    }
}
