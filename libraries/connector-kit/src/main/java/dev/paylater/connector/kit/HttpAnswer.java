package dev.paylater.connector.kit;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A provider's answer; never a 5xx or 429, which mean the same for all providers.
 *
 * @param headers by lower-case name
 */
public record HttpAnswer(int status, Map<String, String> headers, String body) {

    /** Keeps no names: whoever sends JSON chooses their number and length. */
    static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    public @Nullable String header(String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    /**
     * The body.
     *
     * @throws UnreadableAnswer when it is no JSON, or cut off
     */
    public JsonNode json() {
        try {
            var json = JSON.readTree(body);
            if (json.isMissingNode()) {
                throw new UnreadableAnswer("empty body, status " + status);
            }
            return json;
        } catch (JacksonException e) {
            throw new UnreadableAnswer("body is not JSON, status " + status);
        }
    }

    /** A body may hold personal data. */
    @Override
    public String toString() {
        return "HTTP " + status;
    }
}
