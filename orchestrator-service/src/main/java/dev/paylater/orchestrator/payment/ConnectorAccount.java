package dev.paylater.orchestrator.payment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's account at a connector and what the connector can serve; an empty list means no
 * restriction.
 */
public record ConnectorAccount(
        String connector,
        String merchantConnectorId,
        List<String> currencies,
        List<String> countries,
        List<String> paymentMethodTypes,
        List<String> captureMethods,
        List<String> features) {

    private static final String MANDATES = "mandates";

    boolean canServe(Intent intent) {
        return allows(currencies, intent.currency())
                && allows(countries, intent.country())
                && allows(paymentMethodTypes, intent.paymentMethodType())
                && allows(
                        captureMethods,
                        intent.captureMethod().name().toLowerCase(java.util.Locale.ROOT))
                && (!intent.concernsMandate() || features.contains(MANDATES));
    }

    /** What the merchant did not say restricts nothing. */
    private static boolean allows(List<String> served, @Nullable String wanted) {
        return served.isEmpty() || wanted == null || served.contains(wanted);
    }
}
