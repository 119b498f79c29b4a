package dev.paylater.simulator.billie;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.payment.ProviderFailure;
import org.jspecify.annotations.Nullable;

/** Billie's error answers. */
final class BillieErrors {

    private BillieErrors() {}

    /** Each has a title and a code; the field is named where one is to blame. */
    private static ProviderAnswer error(
            int status, String code, @Nullable String source, String title) {
        var body = BookJson.MAPPER.createObjectNode();
        var error = body.putArray("errors").addObject().put("title", title).put("code", code);
        if (source != null) {
            error.put("source", source);
        }
        return ProviderAnswer.of(status, body);
    }

    static ProviderAnswer invalid(@Nullable String source, String title) {
        return error(400, "request_validation_error", source, title);
    }

    static ProviderAnswer of(BadRequest bad) {
        return invalid(bad.param(), bad.explanation());
    }

    static ProviderAnswer of(ProviderFailure failure) {
        return switch (failure.code()) {
            case AMOUNT_EXCEEDS_AUTHORIZED, AMOUNT_EXCEEDS_CAPTURED ->
                    invalid("amount", failure.message());
            default -> error(400, "operation_not_allowed", null, failure.message());
        };
    }

    static ProviderAnswer inUse() {
        return invalid("external_code", "This value is already used.");
    }

    static ProviderAnswer notFound() {
        return error(404, "resource_not_found", null, "There is no such resource.");
    }

    static ProviderAnswer unauthorized() {
        return error(401, "unauthorized", null, "The token is not valid.");
    }

    static ProviderAnswer trouble(int status) {
        return status == 429
                ? error(429, "too_many_requests", null, "Slow down.").with("Retry-After", "1")
                : error(status, "service_unavailable", null, "Out of service.");
    }
}
