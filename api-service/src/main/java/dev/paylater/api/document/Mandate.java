package dev.paylater.api.document;

import dev.paylater.options.CarriedOptions;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
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

    private static final Pattern FORM = Pattern.compile("(man|pm)_[A-Za-z0-9_-]{1,251}");

    /** Whether a text has the form of a mandate's id. */
    public static boolean isId(String text) {
        return text.startsWith(ID) && FORM.matcher(text).matches();
    }

    /** Whether a text has the form of a saved payment method's id. */
    public static boolean isMethodId(String text) {
        return text.startsWith(METHOD_ID) && FORM.matcher(text).matches();
    }

    /**
     * The saved payment method that a mandate is. Older payments may name a mandate by a text that
     * is no id of one; that is no method.
     */
    public static @Nullable String methodIdOf(String mandateId) {
        return isId(mandateId) ? METHOD_ID + mandateId.substring(ID.length()) : null;
    }

    /** The mandate that a saved payment method is; one that nobody has when it is no such id. */
    public static String idOfMethod(String paymentMethodId) {
        return isMethodId(paymentMethodId)
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
