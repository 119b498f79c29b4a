package dev.paylater.connector.provider;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A provider's answer; never a 5xx or 429, which mean the same for all providers.
 *
 * @param headers by lower-case name
 */
public record HttpAnswer(int status, Map<String, String> headers, String body) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

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

    /** A text that the answer must have to make sense. */
    public static String requiredText(JsonNode json, String name) {
        var text = Fields.textOf(json.path(name));
        if (text == null) {
            throw new UnreadableAnswer(name + " is missing");
        }
        return text;
    }

    /** An integer amount that the answer must have to make sense. */
    public static long requiredAmount(JsonNode json, String name) {
        var amount = json.path(name);
        if (!amount.isIntegralNumber() || !amount.canConvertToLong() || amount.asLong() < 0) {
            throw new UnreadableAnswer(name + " is no amount");
        }
        return amount.asLong();
    }

    /** A text that may be absent. */
    public static @Nullable String text(JsonNode json, String name) {
        return Fields.textOf(json.path(name));
    }

    /** A body may hold personal data. */
    @Override
    public String toString() {
        return "HTTP " + status;
    }
}
