package dev.paylater.orchestrator.payment;

import dev.paylater.options.CarriedMember;
import dev.paylater.options.CarriedOptions;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's account at a connector and what the connector can serve; an empty list means no
 * restriction.
 *
 * @param features what the connector can do beyond the ordinary, and {@link #STRICT}
 * @param businessCountry of the only payments that it serves among those that name one
 * @param businessLabel the same
 */
@RecordBuilder
public record ConnectorAccount(
        String connector,
        String merchantConnectorId,
        List<String> currencies,
        List<String> countries,
        List<String> paymentMethodTypes,
        List<String> captureMethods,
        List<String> features,
        @Nullable String businessCountry,
        @Nullable String businessLabel)
        implements ConnectorAccountBuilder.With {

    /** Of accounts whose merchant wants nothing ignored: what cannot be done is refused. */
    public static final String STRICT = "strict";

    private static final String MANDATES = "mandates";
    private static final String MANDATE_SETUP = "mandate_setup";
    private static final String EXTERNAL_THREE_DS = "external_three_ds";

    /** For the whole business. */
    public ConnectorAccount(
            String connector,
            String merchantConnectorId,
            List<String> currencies,
            List<String> countries,
            List<String> paymentMethodTypes,
            List<String> captureMethods,
            List<String> features) {
        this(
                connector,
                merchantConnectorId,
                currencies,
                countries,
                paymentMethodTypes,
                captureMethods,
                features,
                null,
                null);
    }

    /** As it is stored with what is made of it: with the features of an attempt. */
    ConnectorAccount ofAttempts() {
        return withFeatures(Attempt.featuresOf(this));
    }

    boolean isStrict() {
        return features.contains(STRICT);
    }

    boolean canServe(Intent intent, Map<String, String> terms) {
        var named = CarriedOptions.text(terms, CarriedMember.CREDS_IDENTIFIER.carriedName());
        return isOf(merchantConnectorId, named)
                && isOf(businessCountry, CarriedOptions.text(terms, "business_country"))
                && isOf(businessLabel, CarriedOptions.text(terms, "business_label"))
                && allows(currencies, intent.currency())
                && allows(countries, intent.country())
                && allows(paymentMethodTypes, intent.paymentMethodType())
                && allows(
                        captureMethods,
                        intent.captureMethod().name().toLowerCase(java.util.Locale.ROOT))
                && (!intent.concernsMandate() || features.contains(MANDATES))
                && (!intent.setsUpMandate() || features.contains(MANDATE_SETUP))
                && (!intent.needsExternalThreeDs() || features.contains(EXTERNAL_THREE_DS));
    }

    private static boolean isOf(@Nullable String own, @Nullable String wanted) {
        return own == null || wanted == null || own.equals(wanted);
    }

    /** What the merchant did not say restricts nothing. */
    private static boolean allows(List<String> served, @Nullable String wanted) {
        return served.isEmpty() || wanted == null || served.contains(wanted);
    }
}
