package dev.paylater.connector.provider.sandbox;

import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The sandbox's error codes and what they come to. */
final class SandboxErrors {

    private static final String INVALID_STATE = "invalid_state";

    /** The key was used with another body: something happened under it, so it must be asked. */
    private static final String KEY_REUSED = "idempotency_key_reused";

    private static final Map<String, UnifiedError> UNIFIED =
            Map.ofEntries(
                    Map.entry("declined", UnifiedError.DECLINED),
                    Map.entry("capture_refused", UnifiedError.DECLINED),
                    Map.entry("void_refused", UnifiedError.DECLINED),
                    Map.entry("refund_refused", UnifiedError.DECLINED),
                    Map.entry("limit_exceeded", UnifiedError.INSUFFICIENT_CREDIT),
                    Map.entry("insufficient_credit", UnifiedError.INSUFFICIENT_CREDIT),
                    Map.entry("fraud_suspected", UnifiedError.FRAUD_SUSPECTED),
                    Map.entry("authentication_failed", UnifiedError.CUSTOMER_ACTION_FAILED),
                    Map.entry("authentication_not_found", UnifiedError.CUSTOMER_ACTION_FAILED),
                    Map.entry("customer_cancelled", UnifiedError.CUSTOMER_ACTION_FAILED),
                    Map.entry("expired", UnifiedError.EXPIRED),
                    Map.entry("invalid_data", UnifiedError.INVALID_DATA),
                    Map.entry("invalid_field", UnifiedError.INVALID_DATA),
                    Map.entry("invalid_json", UnifiedError.INVALID_DATA),
                    Map.entry("missing_field", UnifiedError.INVALID_DATA),
                    Map.entry(INVALID_STATE, UnifiedError.INVALID_DATA),
                    Map.entry("not_found", UnifiedError.INVALID_DATA),
                    Map.entry("amount_exceeds_authorized", UnifiedError.INVALID_DATA),
                    Map.entry("amount_exceeds_captured", UnifiedError.INVALID_DATA),
                    Map.entry("mandate_not_found", UnifiedError.INVALID_DATA),
                    Map.entry("mandate_inactive", UnifiedError.INVALID_DATA),
                    Map.entry("unauthorized", UnifiedError.PROVIDER_UNAVAILABLE));

    private SandboxErrors() {}

    /** What an error answer means for the order that it answers. */
    static Verdict verdict(HttpAnswer answer) {
        var error = answer.json().path("error");
        return KEY_REUSED.equals(HttpAnswer.requiredText(error, "code"))
                ? Verdict.unknown(KEY_REUSED)
                : new Verdict.Declined(Refused.FAILURE, error(error));
    }

    /** Reads an error object of a payment, capture, refund or answer. */
    static ProviderError error(JsonNode error) {
        var code = HttpAnswer.text(error, "code");
        return new ProviderError(
                code,
                HttpAnswer.text(error, "message"),
                UNIFIED.getOrDefault(code == null ? "" : code, UnifiedError.UNKNOWN));
    }

    static boolean isInvalidState(Outcome outcome) {
        return outcome.verdict() instanceof Verdict.Declined declined
                && INVALID_STATE.equals(declined.error().code());
    }
}
