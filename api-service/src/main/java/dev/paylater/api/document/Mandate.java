package dev.paylater.api.document;

import dev.paylater.options.CarriedOptions;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A customer's consent to later payments.
 *
 * @param payment the one that it came with
 * @param claimedBy the payment that holds the one use of a single_use mandate
 */
public record Mandate(
        String mandateId, PaymentDocument payment, Optional<PaymentDocument> claimedBy) {

    private static final Set<String> UNPAID = Set.of("failed", "cancelled");

    /** revoked, inactive (used up or ended), pending or active. */
    public String status(Instant now) {
        if (revokedAt() != null) {
            return "revoked";
        }
        if (isUsedUp() || hasEnded(now)) {
            return "inactive";
        }
        return switch (attempt().attemptStatus()) {
            case "authentication_pending", "authorizing", "pending", "unresolved" -> "pending";
            default -> "active";
        };
    }

    private boolean isUsedUp() {
        return claimedBy.filter(holder -> !UNPAID.contains(holder.status())).isPresent();
    }

    private boolean hasEnded(Instant now) {
        var data = payment.term(CarriedOptions.MANDATE_BOUNDS);
        var type = JsonMapper.shared().readTree(data == null ? "{}" : data).path("mandate_type");
        var bounds =
                type.path("single_use").isObject()
                        ? type.path("single_use")
                        : type.path("multi_use");
        var end = bounds.path("end_date").asString("");
        return !end.isEmpty() && now.isAfter(OffsetDateTime.parse(end).toInstant());
    }

    @Nullable Instant revokedAt() {
        return attempt().fields().time("mandate_revoked_at");
    }

    /** The attempt that it came with. */
    PaymentItem attempt() {
        var found =
                payment.attempts().stream()
                        .filter(attempt -> mandateId.equals(attempt.text("mandate_id")))
                        .findFirst();
        return new PaymentItem(payment, found.orElse(Fields.NONE));
    }
}
