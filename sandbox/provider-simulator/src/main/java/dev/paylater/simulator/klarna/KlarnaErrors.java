package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.BadRequest;
import java.util.UUID;

/** How Klarna says no. */
final class KlarnaErrors {

    private KlarnaErrors() {}

    /** Who asks Klarna about an error names its correlation id. */
    static ProviderAnswer error(int status, String code, String message) {
        var id = UUID.randomUUID().toString();
        var body = BookJson.MAPPER.createObjectNode();
        body.put("correlation_id", id);
        body.put("error_code", code);
        body.putArray("error_messages").add(message);
        return ProviderAnswer.of(status, body).with("Klarna-Correlation-Id", id);
    }

    static ProviderAnswer of(BadRequest bad) {
        return error(400, "BAD_VALUE", "Bad value: " + bad.explanation());
    }

    static ProviderAnswer badValue(String message) {
        return error(400, "BAD_VALUE", "Bad value: " + message);
    }

    static ProviderAnswer unauthorized() {
        return error(401, "UNAUTHORIZED", "The credentials are not valid.");
    }

    static ProviderAnswer notAllowed(String message) {
        return error(403, "INVALID_OPERATION", message);
    }

    static ProviderAnswer notFound(String what) {
        return error(404, "NOT_FOUND", "There is no such " + what + ".");
    }

    static ProviderAnswer trouble(int status) {
        return status == 429
                ? error(429, "TOO_MANY_REQUESTS", "Slow down.").with("Retry-After", "1")
                : error(status, "INTERNAL_ERROR", "Out of service.");
    }
}
