package dev.paylater.connector.provider;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a provider tells beside its verdict.
 *
 * @param transactionId the provider's id of the payment
 * @param referenceId a further id that people look for in the provider's portal
 * @param operationReference the provider's id of the capture, void or refund
 * @param state what the connector wants to have at hand at later operations of the attempt
 * @param metadata an object for the merchant
 * @param fraudScreening the interface's frm_message
 * @param threeDs the answer of 3ds/authentication
 * @param mandateId the provider's id of a mandate for later payments
 * @param incrementalAllowed whether the authorized amount can be raised
 */
@RecordBuilder
public record Told(
        @Nullable String transactionId,
        @Nullable String referenceId,
        @Nullable String operationReference,
        Map<String, String> state,
        @Nullable JsonNode metadata,
        @Nullable JsonNode fraudScreening,
        @Nullable JsonNode threeDs,
        @Nullable String mandateId,
        @Nullable Boolean incrementalAllowed)
        implements ToldBuilder.With {

    public static final Told NOTHING =
            new Told(null, null, null, Map.of(), null, null, null, null, null);

    public Told {
        state = Map.copyOf(state);
    }

    public Told withState(String name, String value) {
        var more = new HashMap<>(state);
        more.put(name, value);
        return withState(more);
    }
}
