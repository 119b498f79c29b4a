package dev.paylater.simulator.sandbox;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.payment.ProviderFailure;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The sandbox's error answers. */
final class SandboxErrors {

    private SandboxErrors() {}

    static ProviderAnswer error(int status, String code, String message) {
        return error(status, code, message, "param", null);
    }

    private static ProviderAnswer error(
            int status, String code, String message, String more, @Nullable String text) {
        var body = BookJson.MAPPER.createObjectNode();
        var error = body.putObject("error").put("code", code).put("message", message);
        if (text != null) {
            error.put(more, text);
        }
        return ProviderAnswer.of(status, body);
    }

    static ProviderAnswer of(BadRequest bad) {
        return switch (bad.kind()) {
            case NOT_JSON -> error(400, "invalid_json", bad.explanation());
            case MISSING -> error(400, "missing_field", bad.explanation(), "param", bad.param());
            case WRONG -> error(422, "invalid_field", bad.explanation(), "param", bad.param());
        };
    }

    static ProviderAnswer of(ProviderFailure failure) {
        var status =
                switch (failure.code()) {
                    case CAPTURE_REFUSED, VOID_REFUSED, REFUND_REFUSED, LIMIT_EXCEEDED -> 402;
                    case INVALID_STATE -> 409;
                    case AMOUNT_EXCEEDS_AUTHORIZED,
                            AMOUNT_EXCEEDS_CAPTURED,
                            DECLINED,
                            INSUFFICIENT_CREDIT,
                            FRAUD_SUSPECTED,
                            AUTHENTICATION_FAILED,
                            CUSTOMER_CANCELLED,
                            EXPIRED ->
                            422;
                };
        return error(status, code(failure), failure.message(), "reason", reason(failure));
    }

    /** What the sandbox refuses although it could do it, it was told to refuse. */
    static @Nullable String reason(ProviderFailure failure) {
        return switch (failure.code()) {
            case CAPTURE_REFUSED, VOID_REFUSED, REFUND_REFUSED ->
                    "The e-mail address asks for a refusal.";
            case LIMIT_EXCEEDED,
                    INVALID_STATE,
                    AMOUNT_EXCEEDS_AUTHORIZED,
                    AMOUNT_EXCEEDS_CAPTURED,
                    DECLINED,
                    INSUFFICIENT_CREDIT,
                    FRAUD_SUSPECTED,
                    AUTHENTICATION_FAILED,
                    CUSTOMER_CANCELLED,
                    EXPIRED ->
                    null;
        };
    }

    static String code(ProviderFailure failure) {
        return failure.code().name().toLowerCase(Locale.ROOT);
    }

    static ProviderAnswer trouble(int status) {
        return status == 429
                ? error(429, "rate_limited", "Too many requests.").with("Retry-After", "1")
                : error(status, "unavailable", "The provider is not available.");
    }

    static ProviderAnswer notFound() {
        return error(404, "not_found", "The provider does not know it.");
    }
}
