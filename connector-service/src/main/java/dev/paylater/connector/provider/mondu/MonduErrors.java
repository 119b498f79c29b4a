package dev.paylater.connector.provider.mondu;

import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/** Mondu's errors: {@code {"status": 422, "errors": [{"name", "details"}]}}. */
final class MonduErrors {

    /** Our name for an order, an invoice or a credit note. */
    static final String REFERENCE = "external_reference_id";

    private MonduErrors() {}

    /** What an error answer means for the order that it answers. */
    static Verdict verdict(HttpAnswer answer) {
        var errors = answer.json().path("errors");
        if (!errors.isArray() || errors.isEmpty()) {
            throw new UnreadableAnswer("an error without errors, status " + answer.status());
        }
        // Ours is never missing, so it is in use: something happened under it.
        return REFERENCE.equals(name(errors.get(0)))
                ? Verdict.unknown("the reference is in use")
                : new Verdict.Declined(Refused.FAILURE, error(answer.status(), errors));
    }

    private static ProviderError error(int status, JsonNode errors) {
        var message = new StringJoiner(", ");
        for (var error : errors) {
            message.add(name(error) + " " + error.path("details").asString(""));
        }
        return new ProviderError(name(errors.get(0)), message.toString(), unified(status));
    }

    private static UnifiedError unified(int status) {
        return switch (status) {
            case 401, 403 -> UnifiedError.PROVIDER_UNAVAILABLE;
            case 400, 404, 422 -> UnifiedError.INVALID_DATA;
            default -> UnifiedError.UNKNOWN;
        };
    }

    /** Some answers say {@code title} instead. */
    private static String name(JsonNode error) {
        var name = HttpAnswer.text(error, "name");
        var title = HttpAnswer.text(error, "title");
        return name != null ? name : title != null ? title : "error";
    }
}
