package dev.paylater.simulator.billie;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.payment.Failure;

/** Billie's error answers. */
final class BillieErrors {

    private BillieErrors() {}

    static Answer error(int status, String source, String title) {
        var body = Json.MAPPER.createObjectNode();
        body.putArray("errors").addObject().put("source", source).put("title", title);
        return Answer.of(status, body);
    }

    static Answer of(BadRequest bad) {
        return error(400, bad.param() == null ? "body" : bad.param(), bad.explanation());
    }

    static Answer of(Failure failure) {
        return switch (failure.code()) {
            case AMOUNT_EXCEEDS_AUTHORIZED, AMOUNT_EXCEEDS_CAPTURED ->
                    error(400, "amount", failure.message());
            default -> error(400, "state", failure.message());
        };
    }

    static Answer inUse() {
        return error(400, "external_code", "is in use");
    }

    static Answer notFound() {
        return error(404, "uuid", "not found");
    }

    static Answer unauthorized() {
        return error(401, "authorization", "is not valid");
    }

    static Answer trouble(int status) {
        return status == 429
                ? error(429, "requests", "are too many").with("Retry-After", "1")
                : error(status, "service", "is not available");
    }
}
