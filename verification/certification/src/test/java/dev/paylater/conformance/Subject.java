package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * A connector under test, and what a payment needs at its provider.
 *
 * @param path where the provider lives in the simulator
 * @param credentials as the simulator accepts them
 * @param wrongCredentials as it does not
 * @param currency one that the provider serves, with two decimals
 * @param terms carried fields beyond the usual ones, or instead of them: name to JSON text
 * @param captureDetails fields of each capture: name to JSON text
 * @param settings of the account: name to JSON text
 * @param largestAmount minor units that the provider's amounts can hold
 */
@RecordBuilder
record Subject(
        Connector connector,
        String path,
        Map<String, String> credentials,
        Map<String, String> wrongCredentials,
        String webhookSecret,
        String currency,
        String country,
        String paymentMethodType,
        Map<String, String> terms,
        Map<String, String> captureDetails,
        Map<String, String> settings,
        long largestAmount)
        implements SubjectBuilder.With {

    private static final long TEN_BILLION = 1_000_000_000_000L;

    /** A consumer in Berlin who pays an invoice in euros. */
    static Subject of(
            Connector connector,
            String path,
            Map<String, String> credentials,
            Map<String, String> wrongCredentials) {
        return new Subject(
                connector,
                path,
                credentials,
                wrongCredentials,
                "whsec_kit",
                "EUR",
                "DE",
                "invoice",
                Map.of(),
                Map.of(),
                Map.of(),
                TEN_BILLION);
    }

    String name() {
        return connector.name();
    }
}
