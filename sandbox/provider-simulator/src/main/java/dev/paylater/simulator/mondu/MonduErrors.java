package dev.paylater.simulator.mondu;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.payment.ProviderFailure;
import java.util.Objects;

/** Mondu's error answers. */
final class MonduErrors {

    private MonduErrors() {}

    static ProviderAnswer error(int status, String name, String details) {
        var body = BookJson.MAPPER.createObjectNode().put("status", status);
        body.putArray("errors").addObject().put("name", name).put("details", details);
        return ProviderAnswer.of(status, body);
    }

    static ProviderAnswer of(BadRequest bad) {
        return switch (bad.kind()) {
            case NOT_JSON -> error(400, "body", bad.explanation());
            case MISSING -> error(422, Objects.requireNonNull(bad.param()), "is missing");
            case WRONG -> error(422, String.valueOf(bad.param()), bad.explanation());
        };
    }

    static ProviderAnswer of(ProviderFailure failure) {
        return switch (failure.code()) {
            case AMOUNT_EXCEEDS_AUTHORIZED, AMOUNT_EXCEEDS_CAPTURED ->
                    error(422, "gross_amount_cents", failure.message());
            default -> error(422, "state", failure.message());
        };
    }

    static ProviderAnswer notFound() {
        return error(404, "record", "not found");
    }

    static ProviderAnswer forbidden() {
        return error(403, "api_token", "is not valid");
    }

    static ProviderAnswer trouble(int status) {
        return status == 429
                ? error(429, "requests", "are too many").with("Retry-After", "1")
                : error(status, "service", "is not available");
    }
}
