package dev.paylater.connector.provider.klarna;

import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Klarna's error codes and what they come to. */
final class KlarnaErrors {

    private static final int UNAUTHORIZED = 401;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int CONFLICT = 409;

    private static final Map<String, UnifiedError> UNIFIED =
            Map.of(
                    "BAD_VALUE", UnifiedError.INVALID_DATA,
                    "BAD_REQUEST", UnifiedError.INVALID_DATA,
                    "NOT_FOUND", UnifiedError.INVALID_DATA,
                    "NO_SUCH_ORDER", UnifiedError.INVALID_DATA,
                    "CAPTURE_NOT_ALLOWED", UnifiedError.DECLINED,
                    "CANCEL_NOT_ALLOWED", UnifiedError.DECLINED,
                    "REFUND_NOT_ALLOWED", UnifiedError.DECLINED,
                    "NOT_ALLOWED", UnifiedError.DECLINED,
                    "UNAUTHORIZED", UnifiedError.PROVIDER_UNAVAILABLE,
                    "NOT_AUTHORIZED", UnifiedError.PROVIDER_UNAVAILABLE);

    private KlarnaErrors() {}

    /** A refusal, or a conflict with a request that may still be under way. */
    static Step refusal(HttpAnswer answer) {
        return Step.done(
                switch (answer.status()) {
                    case UNAUTHORIZED ->
                            // Its body may be empty.
                            declined(
                                    Refused.FAILURE,
                                    "UNAUTHORIZED",
                                    "Klarna does not accept the account's credentials.");
                    case CONFLICT, REQUEST_TIMEOUT ->
                            Outcome.of(Verdict.unknown("HTTP " + answer.status()));
                    default -> {
                        var error = answer.json();
                        yield declined(
                                Refused.FAILURE,
                                HttpAnswer.requiredText(error, "error_code"),
                                message(error));
                    }
                });
    }

    static Outcome declined(Refused status, String code, @Nullable String message) {
        var unified = UNIFIED.getOrDefault(code, UnifiedError.UNKNOWN);
        return declined(status, new ProviderError(code, message, unified));
    }

    static Outcome declined(Refused status, ProviderError error) {
        return Outcome.of(new Verdict.Declined(status, error));
    }

    private static @Nullable String message(JsonNode error) {
        var first = error.path("error_messages").path(0).asString("");
        return first.isEmpty() ? HttpAnswer.text(error, "error_message") : first;
    }
}
