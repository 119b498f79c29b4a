package dev.paylater.orchestrator.payment;

import dev.paylater.options.CarriedMember;
import dev.paylater.options.CarriedOptions;
import dev.paylater.options.NeededCapability;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's account at a connector and what the connector can serve; an empty list means no
 * restriction.
 *
 * @param markets which of the currencies goes with which of the countries, as {@code DE/EUR}
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
        List<String> markets,
        List<String> paymentMethodTypes,
        List<String> captureMethods,
        List<String> features,
        @Nullable String businessCountry,
        @Nullable String businessLabel)
        implements ConnectorAccountBuilder.With {

    /** Of accounts whose merchant wants nothing ignored: what cannot be done is refused. */
    public static final String STRICT = "strict";

    private static final String BUSINESS_COUNTRY = "business_country";
    private static final String BUSINESS_LABEL = "business_label";

    /** For the whole business, in any of the currencies in any of the countries. */
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
                List.of(),
                paymentMethodTypes,
                captureMethods,
                features,
                null,
                null);
    }

    /**
     * As it is stored with what is made of it: with the features of an attempt, and without what
     * only decided where it is made.
     *
     * @param settledDirectly whether merchant and customer settle all of it between themselves
     */
    ConnectorAccount ofAttempts(boolean settledDirectly) {
        var asked = Attempt.featuresOf(this);
        return withMarkets(List.of())
                .withFeatures(
                        settledDirectly
                                ? Stream.concat(asked.stream(), Stream.of(Attempt.SETTLED_DIRECTLY))
                                        .toList()
                                : asked);
    }

    boolean isStrict() {
        return features.contains(STRICT);
    }

    boolean canServe(Intent intent, Map<String, String> terms) {
        return findObstacle(intent, terms).isEmpty();
    }

    /** The first reason why it cannot serve a payment, for people. */
    Optional<String> findObstacle(Intent intent, Map<String, String> terms) {
        return findUnserved(intent, terms)
                .or(() -> findLacking(intent).map(lacking -> "no " + lacking.capability()));
    }

    /** What the payment needs of a connector and this one is not capable of. */
    Optional<NeededCapability> findLacking(Intent intent) {
        return Stream.of(NeededCapability.values())
                .filter(needed -> isAsked(needed, intent))
                .filter(needed -> !has(needed, intent))
                .findFirst();
    }

    private static boolean isAsked(NeededCapability needed, Intent intent) {
        return switch (needed) {
            case MULTIPLE_CAPTURE -> true;
            case MANDATES -> intent.concernsMandate();
            case MANDATE_SETUP -> intent.setsUpMandate();
            case EXTERNAL_THREE_DS -> intent.needsExternalThreeDs();
            // Asked of an attempt.
            case ACCEPT_DISPUTE, CHALLENGE_DISPUTE, DIRECT_CAPTURE, RELEASE -> false;
        };
    }

    /** How often a connector captures is what its capture methods say. */
    private boolean has(NeededCapability needed, Intent intent) {
        return needed == NeededCapability.MULTIPLE_CAPTURE
                ? allows(captureMethods, intent.captureMethod().name().toLowerCase(Locale.ROOT))
                : features.contains(needed.capability());
    }

    /** Whether it is for this business, currency, country and type, whatever it is capable of. */
    boolean serves(Intent intent, Map<String, String> terms) {
        return findUnserved(intent, terms).isEmpty();
    }

    private Optional<String> findUnserved(Intent intent, Map<String, String> terms) {
        var named = CarriedOptions.text(terms, CarriedMember.CREDS_IDENTIFIER.carriedName());
        var country = intent.country();
        var market = country == null ? null : country + "/" + intent.currency();
        return Stream.of(
                        unless(isOf(merchantConnectorId, named), "creds_identifier names another"),
                        unless(
                                isOf(businessCountry, CarriedOptions.text(terms, BUSINESS_COUNTRY)),
                                "business_country is another"),
                        unless(
                                isOf(businessLabel, CarriedOptions.text(terms, BUSINESS_LABEL)),
                                "business_label is another"),
                        unless(
                                allows(currencies, intent.currency()),
                                "no currency " + intent.currency()),
                        unless(allows(countries, country), "no country " + country),
                        unless(
                                allows(markets, market),
                                "no currency %s in country %s"
                                        .formatted(intent.currency(), country)),
                        unless(
                                allows(paymentMethodTypes, intent.paymentMethodType()),
                                "no payment_method_type " + intent.paymentMethodType()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> unless(boolean served, String reason) {
        return served ? Optional.empty() : Optional.of(reason);
    }

    private static boolean isOf(@Nullable String own, @Nullable String wanted) {
        return own == null || wanted == null || own.equals(wanted);
    }

    /** What the merchant did not say restricts nothing. */
    private static boolean allows(List<String> served, @Nullable String wanted) {
        return served.isEmpty() || wanted == null || served.contains(wanted);
    }
}
