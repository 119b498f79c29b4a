package dev.paylater.orchestrator.payment;

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
    ROUTER_DECLINED,
    FAILURE,
    EXPIRED;

    /** Whether the attempt ended without an authorization. */
    public boolean isFailed() {
        return switch (this) {
            case AUTHENTICATION_FAILED, AUTHORIZATION_FAILED, ROUTER_DECLINED, FAILURE, EXPIRED ->
                    true;
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
