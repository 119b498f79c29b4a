package dev.paylater.orchestrator.payment;

import dev.paylater.provider.ProviderError;
import dev.paylater.provider.UnifiedError;

/** Errors of attempts and operations that no provider's answer stands behind. */
public final class AttemptErrors {

    public static final ProviderError PROVIDER_UNAVAILABLE =
            ProviderError.of(
                    UnifiedError.PROVIDER_UNAVAILABLE,
                    "The provider could not be reached and knows nothing of the request");

    public static final ProviderError ACCOUNT_REFUSED =
            ProviderError.of(
                    "account_refused",
                    "The provider does not accept the connector account: correct its credentials"
                            + " or settings",
                    UnifiedError.PROVIDER_UNAVAILABLE);

    public static final ProviderError CUSTOMER_ACTION_EXPIRED =
            ProviderError.of(
                    "customer_action_expired",
                    "The customer did not finish in time",
                    UnifiedError.EXPIRED);

    public static final ProviderError REJECTED_BY_MERCHANT =
            ProviderError.of(
                    "merchant_rejected",
                    "The merchant rejected the payment in review",
                    UnifiedError.DECLINED);

    public static final ProviderError AUTHENTICATION_UNAVAILABLE =
            ProviderError.of(
                    "authentication_unavailable",
                    "The access control server could not be reached",
                    UnifiedError.PROVIDER_UNAVAILABLE);

    public static final ProviderError SETTLED_BY_OPERATOR =
            ProviderError.of(
                    "settled_by_operator",
                    "An operator has found that the provider did not carry it out",
                    UnifiedError.UNKNOWN);

    private AttemptErrors() {}

    /** In minor units; those who accept partial approvals say so in their profile. */
    public static ProviderError partialApproval(long approved, long asked) {
        return ProviderError.of(
                "partial_approval",
                "Partial approval: the provider approved %s of %s".formatted(approved, asked),
                UnifiedError.DECLINED);
    }
}
