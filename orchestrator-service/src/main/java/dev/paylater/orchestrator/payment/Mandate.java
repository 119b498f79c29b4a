package dev.paylater.orchestrator.payment;

import dev.paylater.kernel.Refusal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A customer's standing consent to later payments, as it was given with an earlier one.
 *
 * @param profileId the profile of the payment that gave it; null when nobody knows the mandate
 * @param customerId the customer who gave it, when the merchant named one
 * @param merchantConnectorId the account that holds it; empty when nobody knows the mandate
 * @param revokedAt from when on it pays no more
 * @param claimed whether this payment is the one that a single_use mandate pays
 */
public record Mandate(
        String mandateId,
        @Nullable String profileId,
        @Nullable String customerId,
        String merchantConnectorId,
        @Nullable String connectorMandateId,
        Bounds bounds,
        @Nullable Instant revokedAt,
        boolean claimed) {

    /**
     * What mandate_data.mandate_type allows; null is: not bounded.
     *
     * @param amount minor units that one payment may take at most
     */
    public record Bounds(
            boolean singleUse,
            @Nullable Long amount,
            @Nullable String currency,
            @Nullable Instant startDate,
            @Nullable Instant endDate) {

        public static final Bounds NONE = new Bounds(false, null, null, null, null);
    }

    /** A mandate that leads to no account, and so to a refusal. */
    public static Mandate unknown(String mandateId) {
        return new Mandate(mandateId, null, null, "", null, Bounds.NONE, null, false);
    }

    /** The mandate with the answer to whether this payment is the one that it pays. */
    public Mandate withClaimed(boolean isClaimed) {
        return new Mandate(
                mandateId,
                profileId,
                customerId,
                merchantConnectorId,
                connectorMandateId,
                bounds,
                revokedAt,
                isClaimed);
    }

    /** The bound that forbids this payment, if one does. */
    public @Nullable Refusal findForbidden(Payment payment, Instant now) {
        var intent = payment.intent();
        if (revokedAt != null) {
            return forbidden("was revoked at " + revokedAt, "mandate_id");
        }
        if (profileId != null && !profileId.equals(payment.profileId())) {
            return forbidden("was given to another profile", "profile_id");
        }
        if (differs(customerId, intent.customerId())) {
            return forbidden("was given by another customer (customer_id)", "customer_id");
        }
        if (differs(bounds.currency(), intent.currency())) {
            return forbidden("pays in " + bounds.currency() + " (currency)", "currency");
        }
        if (bounds.amount() != null && intent.netAmount() > bounds.amount()) {
            return forbidden("pays at most " + bounds.amount() + " (amount)", "amount");
        }
        if (bounds.startDate() != null && now.isBefore(bounds.startDate())) {
            return forbidden("begins at " + bounds.startDate() + " (start_date)", "mandate_id");
        }
        if (bounds.endDate() != null && now.isAfter(bounds.endDate())) {
            return forbidden("ended at " + bounds.endDate() + " (end_date)", "mandate_id");
        }
        return null;
    }

    /** Of a payment that nothing else forbids: whether the mandate's one use is another's. */
    public @Nullable Refusal findUsedUp() {
        return bounds.singleUse() && !claimed
                ? forbidden("has paid another payment (single_use)", "mandate_id")
                : null;
    }

    private Refusal forbidden(String why, String param) {
        return Refusals.invalid("The mandate " + mandateId + " " + why, param);
    }

    /** What a payment does not say is the mandate's own. */
    private static boolean differs(@Nullable String given, @Nullable String used) {
        return given != null && used != null && !given.equals(used);
    }
}
