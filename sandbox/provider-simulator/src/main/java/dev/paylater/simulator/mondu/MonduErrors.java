package dev.paylater.simulator.mondu;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.payment.Failure;
import java.util.Objects;

/** Mondu's error answers. */
final class MonduErrors {

    private MonduErrors() {}

    static Answer error(int status, String name, String details) {
        var body = Json.MAPPER.createObjectNode().put("status", status);
        body.putArray("errors").addObject().put("name", name).put("details", details);
        return Answer.of(status, body);
    }

    static Answer of(BadRequest bad) {
        return switch (bad.kind()) {
            case NOT_JSON -> error(400, "body", bad.explanation());
            case MISSING -> error(422, Objects.requireNonNull(bad.param()), "is missing");
            case WRONG -> error(422, String.valueOf(bad.param()), bad.explanation());
        };
    }

    static Answer of(Failure failure) {
        return switch (failure.code()) {
            case AMOUNT_EXCEEDS_AUTHORIZED, AMOUNT_EXCEEDS_CAPTURED ->
                    error(422, "gross_amount_cents", failure.message());
            default -> error(422, "state", failure.message());
        };
    }

    static Answer notFound() {
        return error(404, "record", "not found");
    }

    static Answer forbidden() {
        return error(403, "api_token", "is not valid");
    }

    static Answer trouble(int status) {
        return status == 429
                ? error(429, "requests", "are too many").with("Retry-After", "1")
                : error(status, "service", "is not available");
    }
}
