package dev.paylater.orchestrator.payment;

import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One capture of an attempt.
 *
 * @param captureId {@code <payment_id>_<attempt_no>_<capture_no>}
 * @param releasesRest what is left uncaptured is given back once this capture is charged
 * @param details capture_metadata and the like: interface name to JSON text
 */
@RecordBuilder
public record Capture(
        String captureId,
        String attemptId,
        int captureSequence,
        Status status,
        long amount,
        String captureType,
        boolean releasesRest,
        @Nullable String connectorCaptureId,
        @Nullable String referenceId,
        @Nullable ProviderError error,
        Map<String, String> details)
        implements CaptureBuilder.With {

    /** What it keeps other captures from taking. */
    public long reserved() {
        return status.isInFlight() ? amount : 0;
    }

    /** Captures carry this type when the provider moves the money. */
    public static final String CONNECTOR = "connector";

    /** Captures carry this type when merchant and customer settle between themselves. */
    public static final String DIRECT = "direct";

    public boolean isDirect() {
        return captureType.equals(DIRECT);
    }

    /**
     * A capture that the provider has made without a request of ours. It has the provider's id for
     * it where the answer names one that is no other capture's.
     */
    public static Capture found(Payment payment, String attemptId, long amount, ProviderData data) {
        var number = nextNumber(payment, attemptId);
        var isKnown =
                payment.captures().stream()
                        .map(Capture::connectorCaptureId)
                        .anyMatch(id -> id != null && id.equals(data.operationReference()));
        return new Capture(
                OperationIds.captureId(attemptId, number),
                attemptId,
                number,
                Status.CHARGED,
                amount,
                CONNECTOR,
                false,
                isKnown ? null : data.operationReference(),
                null,
                null,
                Map.of());
    }

    /** The number that the next capture of this attempt has. */
    public static int nextNumber(Payment payment, String attemptId) {
        return 1
                + (int)
                        payment.captures().stream()
                                .filter(c -> c.attemptId().equals(attemptId))
                                .count();
    }

    /** Where a capture stands. */
    public enum Status {
        STARTED,
        PENDING,
        CHARGED,
        FAILED;

        public boolean isInFlight() {
            return this == STARTED || this == PENDING;
        }
    }
}
