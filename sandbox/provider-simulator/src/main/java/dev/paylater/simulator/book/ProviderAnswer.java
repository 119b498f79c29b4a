package dev.paylater.simulator.book;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/** What a provider says: status, headers of its own, and a JSON body, written once, or none. */
public record ProviderAnswer(
        int status,
        Map<String, String> headers,
        @JsonRawValue @JsonDeserialize(using = RawJson.class) @Nullable String body) {

    /** The file leaves out what is empty. */
    @SuppressWarnings("ConstantValue")
    public ProviderAnswer {
        headers = headers == null ? Map.of() : headers;
    }

    public static ProviderAnswer of(int status, JsonNode body) {
        return new ProviderAnswer(status, Map.of(), BookJson.MAPPER.writeValueAsString(body));
    }

    public ProviderAnswer with(String header, String value) {
        var more = new HashMap<>(headers);
        more.put(header, value);
        return new ProviderAnswer(status, Map.copyOf(more), body);
    }
}
