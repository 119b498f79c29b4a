package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.AttemptStage.*;
import java.util.Locale;

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

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The interface's spelling. */
    public String wireName() {
        return wireName;
    }

    /** What an attempt is by its stage, its amounts and what is under way for it. */
    static AttemptStatus of(Payment payment, Attempt attempt) {
        return switch (attempt.stage()) {
            case Declined(var outcome, _, _) ->
                    switch (outcome) {
                        case AUTHENTICATION_FAILED -> AUTHENTICATION_FAILED;
                        case AUTHORIZATION_FAILED -> AUTHORIZATION_FAILED;
                        case FAILURE -> FAILURE;
                        case EXPIRED -> EXPIRED;
                        case VOIDED -> VOIDED;
                    };
            case Voided _ -> VOIDED;
            case AttemptStage _ when payment.isReleasing(attempt) -> VOID_INITIATED;
            case Started _ -> STARTED;
            case AwaitingCustomer _ -> AUTHENTICATION_PENDING;
            case Authenticated _ -> AUTHENTICATION_SUCCESSFUL;
            case Authorizing _ -> AUTHORIZING;
            case Pending _ -> PENDING;
            case InReview _ -> UNRESOLVED;
            case Open _ when payment.isCapturing(attempt) -> CAPTURE_INITIATED;
            case Open open ->
                    switch (attempt.taken()) {
                        case NOTHING ->
                                switch (open) {
                                    case Authorized _ -> AUTHORIZED;
                                    case CaptureFailed _ -> CAPTURE_FAILED;
                                    case VoidFailed _ -> VOID_FAILED;
                                };
                        case PART -> PARTIAL_CHARGED;
                        case PART_AND_MORE_CAN_BE -> PARTIAL_CHARGED_AND_CHARGEABLE;
                        case ALL -> CHARGED;
                    };
        };
    }
}
