package dev.paylater.orchestrator.kafka;

import tools.jackson.databind.json.JsonMapper;

/** Texts as JSON, the form in which carried fields travel. */
final class JsonText {

    private JsonText() {}

    static String of(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
