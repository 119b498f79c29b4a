package dev.paylater.orchestrator.payment;

import java.util.Locale;

/**
 * Ids of operations. They are derived, never made up, because they are the keys under which a
 * provider recognizes a repetition.
 */
public final class OperationIds {

    private OperationIds() {}

    public static String of(String attemptId, Operation.Kind kind, int sequence) {
        return switch (kind) {
            case AUTHORIZE, INQUIRY -> authorize(attemptId);
            case COMPLETE_AUTHORIZE,
                    AUTHENTICATE,
                    APPROVE,
                    CAPTURE,
                    VOID,
                    RELEASE,
                    INCREMENT,
                    ACCEPT_DISPUTE,
                    CHALLENGE_DISPUTE,
                    SHIP ->
                    attemptId + "_" + kind.name().toLowerCase(Locale.ROOT) + "_" + sequence;
        };
    }

    /** The attempt that a numbered operation is one of. */
    public static String attemptOf(String operationId, Operation.Kind kind) {
        return operationId.substring(
                0, operationId.lastIndexOf("_" + kind.name().toLowerCase(Locale.ROOT) + "_"));
    }

    /** An attempt is authorized once, so this one has no number. */
    public static String authorize(String attemptId) {
        return attemptId + "_authorize";
    }

    /** {@code <payment_id>_<attempt_no>_<capture_no>}, of the operation that captures it. */
    public static String captureId(String attemptId, int number) {
        return attemptId + "_" + number;
    }
}
