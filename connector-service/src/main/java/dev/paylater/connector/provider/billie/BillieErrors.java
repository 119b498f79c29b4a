package dev.paylater.connector.provider.billie;

import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Billie's refusals: the reason of a decline, or a list of what is wrong with a request. */
final class BillieErrors {

    private static final Map<String, UnifiedError> REASONS =
            Map.of(
                    "risk_policy", UnifiedError.DECLINED,
                    "risk_scoring_failed", UnifiedError.DECLINED,
                    "debtor_not_identified", UnifiedError.INVALID_DATA,
                    "debtor_address", UnifiedError.INVALID_DATA,
                    "debtor_limit_exceeded", UnifiedError.INSUFFICIENT_CREDIT);

    /** Our name for an order, an invoice or a credit note. */
    static final String REFERENCE = "external_code";

    private BillieErrors() {}

    static Verdict declined(@Nullable String reason) {
        var unified = REASONS.getOrDefault(reason == null ? "" : reason, UnifiedError.DECLINED);
        return new Verdict.Declined(
                Refused.AUTHORIZATION_FAILED,
                new ProviderError(reason, unified.message(), unified));
    }

    /** What an error answer means for the order that it answers. */
    static Verdict verdict(HttpAnswer answer) {
        var errors = answer.json().path("errors");
        if (!errors.isArray() || errors.isEmpty()) {
            throw new UnreadableAnswer("an error without errors, status " + answer.status());
        }
        var first = errors.get(0);
        var source = HttpAnswer.text(first, "source");
        var title = HttpAnswer.text(first, "title");
        var code = HttpAnswer.text(first, "code");
        if (REFERENCE.equals(source)) {
            // Ours is never missing, so it is in use: something happened under it.
            return Verdict.unknown("the reference is in use");
        }
        return new Verdict.Declined(
                Refused.FAILURE,
                new ProviderError(
                        code == null ? source : code,
                        source == null ? title : source + ": " + title,
                        unified(answer.status())));
    }

    private static UnifiedError unified(int status) {
        return switch (status) {
            case 401, 403 -> UnifiedError.PROVIDER_UNAVAILABLE;
            case 400, 404, 409, 422 -> UnifiedError.INVALID_DATA;
            default -> UnifiedError.UNKNOWN;
        };
    }
}
