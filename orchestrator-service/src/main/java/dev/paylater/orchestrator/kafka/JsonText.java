package dev.paylater.orchestrator.kafka;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Texts as JSON, the form in which carried fields travel. */
final class JsonText {

    private JsonText() {}

    static String of(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }

    /** The text in a carried field; null when it is none. */
    static @Nullable String read(@Nullable String json) {
        return json == null ? null : JsonMapper.shared().readTree(json).asString(null);
    }
}
