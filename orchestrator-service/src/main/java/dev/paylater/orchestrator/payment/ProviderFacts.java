package dev.paylater.orchestrator.payment;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a provider told along with its verdict; kept on the attempt. JSON texts are carried unread.
 */
public record ProviderFacts(
        @Nullable String connectorTransactionId,
        @Nullable String referenceId,
        @Nullable String connectorOperationId,
        Map<String, String> connectorState,
        @Nullable String connectorMetadata,
        @Nullable String frmMessage,
        @Nullable String threeDs,
        @Nullable String connectorMandateId,
        @Nullable Boolean incrementalAuthorizationAllowed) {

    public static final ProviderFacts NONE =
            new ProviderFacts(null, null, null, Map.of(), null, null, null, null, null);
}
