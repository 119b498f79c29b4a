package dev.paylater.orchestrator.payment;

import dev.paylater.provider.ProviderError;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Goods of a payment that the merchant has handed to a carrier. It moves no money: some providers
 * begin the customer's time to pay by it, and show where the goods are.
 *
 * @param captureId the capture that pays for the goods; null while there is none
 * @param operationId tells the provider; null: it has no place for shipments
 * @param details carrier, tracking_number and the like: interface name to JSON text
 */
@RecordBuilder
public record Shipment(
        String shipmentId,
        String attemptId,
        @Nullable String captureId,
        Status status,
        Instant createdAt,
        @Nullable String operationId,
        @Nullable ProviderError error,
        Map<String, String> details)
        implements ShipmentBuilder.With {

    /** What the provider knows of it. */
    public enum Status {
        PENDING,
        ACCEPTED,
        REFUSED,
        NOT_SENT
    }

    /** Whether the provider is told of it by this operation. */
    public boolean isToldBy(String operation) {
        return operation.equals(operationId);
    }
}
