package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.BadRequest;
import java.util.Map;
import java.util.UUID;

/** How Klarna says no. */
final class KlarnaErrors {

    private KlarnaErrors() {}

    static Answer error(int status, String code, String message) {
        var body = Json.MAPPER.createObjectNode();
        body.put("correlation_id", UUID.randomUUID().toString());
        body.put("error_code", code);
        body.putArray("error_messages").add(message);
        return Answer.of(status, body);
    }

    static Answer of(BadRequest bad) {
        return error(400, "BAD_VALUE", "Bad value: " + bad.explanation());
    }

    static Answer badValue(String message) {
        return error(400, "BAD_VALUE", "Bad value: " + message);
    }

    static Answer unauthorized() {
        return new Answer(401, Map.of(), null);
    }

    static Answer notFound(String what) {
        return error(404, "NOT_FOUND", "There is no such " + what + ".");
    }

    static Answer trouble(int status) {
        return status == 429
                ? error(429, "TOO_MANY_REQUESTS", "Slow down.").with("Retry-After", "1")
                : error(status, "INTERNAL_ERROR", "Out of service.");
    }
}
