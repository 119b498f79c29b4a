package dev.paylater.api.document;

import dev.paylater.options.CarriedOptions;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
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
    private static final String ID = "man_";
    private static final String METHOD_ID = "pm_";

    /** The saved payment method that a mandate is. */
    public static String methodIdOf(String mandateId) {
        return METHOD_ID + mandateId.substring(ID.length());
    }

    /** The mandate that a saved payment method is; one that nobody has when it is no such id. */
    public static String idOfMethod(String paymentMethodId) {
        return paymentMethodId.startsWith(METHOD_ID)
                ? ID + paymentMethodId.substring(METHOD_ID.length())
                : "";
    }

    /** The status in the words that the interface has for payment methods. */
    public String methodStatus(Instant now) {
        return switch (status(now)) {
            case "active" -> "active";
            case "pending" -> "processing";
            default -> "inactive";
        };
    }

    public @Nullable String paymentMethodType() {
        return attempt().ownOrIntended("payment_method_type");
    }

    public boolean isRevoked() {
        return revokedAt() != null;
    }

    boolean isSingleUse() {
        return type().path("single_use").isObject();
    }

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
        var bounds = type().path(isSingleUse() ? "single_use" : "multi_use");
        var end = bounds.path("end_date").asString("");
        return !end.isEmpty() && now.isAfter(OffsetDateTime.parse(end).toInstant());
    }

    private JsonNode type() {
        var data = payment.term(CarriedOptions.MANDATE_BOUNDS);
        return JsonMapper.shared().readTree(data == null ? "{}" : data).path("mandate_type");
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
