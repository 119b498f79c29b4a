package dev.paylater.simulator.book;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/** What a provider says: status, headers of its own, and a JSON body, written once, or none. */
public record Answer(
        int status,
        Map<String, String> headers,
        @JsonRawValue @JsonDeserialize(using = RawJson.class) @Nullable String body) {

    /** The file leaves out what is empty. */
    @SuppressWarnings("ConstantValue")
    public Answer {
        headers = headers == null ? Map.of() : headers;
    }

    public static Answer of(int status, JsonNode body) {
        return new Answer(status, Map.of(), Json.MAPPER.writeValueAsString(body));
    }

    public Answer with(String header, String value) {
        var more = new HashMap<>(headers);
        more.put(header, value);
        return new Answer(status, Map.copyOf(more), body);
    }
}
