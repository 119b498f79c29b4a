package dev.paylater.connector.provider.afterpay;

import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Map;

/** Afterpay's error codes and what they come to. */
final class AfterpayErrors {

    static final String INVALID_TOKEN = "invalid_token";
    static final String NOT_CONFIRMED = "invalid_order_transaction_status";

    private static final int STILL_PROCESSING = 409;

    private static final Map<String, UnifiedError> UNIFIED =
            Map.ofEntries(
                    Map.entry("invalid_object", UnifiedError.INVALID_DATA),
                    Map.entry("invalid_amount", UnifiedError.INVALID_DATA),
                    Map.entry("invalid_state", UnifiedError.INVALID_DATA),
                    Map.entry("not_found", UnifiedError.INVALID_DATA),
                    Map.entry("precondition_failed", UnifiedError.INVALID_DATA),
                    Map.entry("payment_captured", UnifiedError.INVALID_DATA),
                    Map.entry("payment_voided", UnifiedError.INVALID_DATA),
                    Map.entry("payment_expired", UnifiedError.EXPIRED),
                    Map.entry("refund_timelimit_exceeded", UnifiedError.EXPIRED),
                    Map.entry("unsupported_payment_type", UnifiedError.INVALID_DATA),
                    Map.entry("unsupported_currency", UnifiedError.INVALID_DATA),
                    Map.entry(INVALID_TOKEN, UnifiedError.CUSTOMER_ACTION_FAILED),
                    Map.entry("payment_declined", UnifiedError.DECLINED));

    private AfterpayErrors() {}

    /** What an error answer means for the order that it answers. */
    static Verdict verdict(HttpAnswer answer) {
        return answer.status() == STILL_PROCESSING
                ? Verdict.pending()
                : new Verdict.Declined(Refused.FAILURE, error(answer));
    }

    static ProviderError error(HttpAnswer answer) {
        var body = answer.json();
        var code = HttpAnswer.text(body, "errorCode");
        if (code == null) {
            throw new UnreadableAnswer("an error without errorCode, status " + answer.status());
        }
        var unified =
                answer.status() == 401 || answer.status() == 403
                        ? UnifiedError.PROVIDER_UNAVAILABLE
                        : UNIFIED.getOrDefault(code, UnifiedError.UNKNOWN);
        return new ProviderError(code, HttpAnswer.text(body, "message"), unified);
    }
}
