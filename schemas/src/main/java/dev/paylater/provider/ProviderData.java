package dev.paylater.provider;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a provider says beside its result. Kept with the attempt or the refund; JSON texts are
 * carried without being read.
 *
 * @param transactionId the provider's id of the payment
 * @param referenceId a further id that people look for in the provider's portal
 * @param operationReference the provider's id of the capture, void or refund
 * @param state what the connector needs again at later operations of the attempt (session ids and
 *     the like); never shown
 * @param metadata JSON object text for the merchant, shown as connector_metadata
 * @param fraudScreening the interface's frm_message as JSON object text
 * @param threeDs the answer of 3ds/authentication as JSON object text
 * @param mandateId the provider's id of a consent to later payments
 * @param incrementalAllowed whether the authorized amount can be raised
 * @param authorizedUntil when the provider gives up by itself what is authorized and not captured
 */
@RecordBuilder
public record ProviderData(
        @Nullable String transactionId,
        @Nullable String referenceId,
        @Nullable String operationReference,
        Map<String, String> state,
        @Nullable String metadata,
        @Nullable String fraudScreening,
        @Nullable String threeDs,
        @Nullable String mandateId,
        @Nullable Boolean incrementalAllowed,
        @Nullable Instant authorizedUntil)
        implements ProviderDataBuilder.With {

    public static final ProviderData NONE =
            new ProviderData(null, null, null, Map.of(), null, null, null, null, null, null);

    public ProviderData {
        state = Map.copyOf(state);
    }

    /** This, and where it says nothing, what was known before; states are merged. */
    public ProviderData over(ProviderData before) {
        var merged = new HashMap<>(before.state);
        merged.putAll(state);
        return new ProviderData(
                or(transactionId, before.transactionId),
                or(referenceId, before.referenceId),
                or(operationReference, before.operationReference),
                merged,
                or(metadata, before.metadata),
                or(fraudScreening, before.fraudScreening),
                or(threeDs, before.threeDs),
                or(mandateId, before.mandateId),
                or(incrementalAllowed, before.incrementalAllowed),
                or(authorizedUntil, before.authorizedUntil));
    }

    private static <T> @Nullable T or(@Nullable T value, @Nullable T before) {
        return value == null ? before : value;
    }
}
