package dev.paylater.refund.core;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a provider told along with its verdict.
 *
 * @param connectorRefundId the provider's id of the refund
 * @param connectorState what the connector wants to remember
 */
public record ProviderFacts(
        @Nullable String connectorRefundId, Map<String, String> connectorState) {

    public static final ProviderFacts NONE = new ProviderFacts(null, Map.of());
}
