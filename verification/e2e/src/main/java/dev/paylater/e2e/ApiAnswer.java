package dev.paylater.e2e;

import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP answer. */
public record ApiAnswer(int status, HttpHeaders headers, String text) {

    public JsonNode json() {
        return JsonMapper.shared().readTree(text);
    }

    public String string(String field) {
        return json().path(field).asString("");
    }

    public long number(String field) {
        return json().path(field).asLong(-1);
    }

    /** The code of the one error shape. */
    public String errorCode() {
        return json().path("error").path("code").asString("");
    }

    public ApiAnswer expect(int wanted) {
        if (status != wanted) {
            throw new AssertionError("HTTP %d instead of %d: %s".formatted(status, wanted, text));
        }
        return this;
    }
}
