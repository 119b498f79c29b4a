package dev.paylater.simulator.book;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a provider says: status, headers of its own, and a JSON body or none. */
public record Answer(int status, Map<String, String> headers, @Nullable JsonNode body) {

    public static Answer of(int status, JsonNode body) {
        return new Answer(status, Map.of(), body);
    }

    public Answer with(String header, String value) {
        var more = new HashMap<>(headers);
        more.put(header, value);
        return new Answer(status, Map.copyOf(more), body);
    }
}
