package dev.paylater.orchestrator.payment;

import dev.paylater.provider.Decline;

/** The attempt statuses of the interface that a payment here can reach. */
public enum AttemptStatus {
    STARTED,
    AUTHENTICATION_PENDING,
    AUTHENTICATION_SUCCESSFUL,
    AUTHENTICATION_FAILED,
    AUTHORIZING,
    AUTHORIZED,
    AUTHORIZATION_FAILED,
    CHARGED,
    CAPTURE_INITIATED,
    CAPTURE_FAILED,
    PARTIAL_CHARGED,
    PARTIAL_CHARGED_AND_CHARGEABLE,
    VOID_INITIATED,
    VOIDED,
    VOID_FAILED,
    PENDING,
    UNRESOLVED,
    FAILURE,
    EXPIRED;

    /** What an authorization becomes that the provider has refused. */
    static AttemptStatus of(Decline.Outcome outcome) {
        return switch (outcome) {
            case AUTHENTICATION_FAILED -> AUTHENTICATION_FAILED;
            case AUTHORIZATION_FAILED -> AUTHORIZATION_FAILED;
            case FAILURE -> FAILURE;
            case EXPIRED -> EXPIRED;
            case VOIDED -> VOIDED;
        };
    }

    /** Whether the attempt ended without an authorization. */
    public boolean isFailed() {
        return switch (this) {
            case AUTHENTICATION_FAILED, AUTHORIZATION_FAILED, FAILURE, EXPIRED -> true;
            case STARTED,
                    AUTHENTICATION_PENDING,
                    AUTHENTICATION_SUCCESSFUL,
                    AUTHORIZING,
                    AUTHORIZED,
                    CHARGED,
                    CAPTURE_INITIATED,
                    CAPTURE_FAILED,
                    PARTIAL_CHARGED,
                    PARTIAL_CHARGED_AND_CHARGEABLE,
                    VOID_INITIATED,
                    VOIDED,
                    VOID_FAILED,
                    PENDING,
                    UNRESOLVED ->
                    false;
        };
    }
}
