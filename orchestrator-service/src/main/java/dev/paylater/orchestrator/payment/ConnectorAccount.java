package dev.paylater.orchestrator.payment;

import dev.paylater.options.ServingAccount;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's account at a connector and what the connector can serve; an empty list means no
 * restriction.
 *
 * @param markets which of the currencies goes with which of the countries, as {@code DE/EUR}
 * @param features what the connector can do beyond the ordinary, and {@link ServingAccount#STRICT}
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
        implements ConnectorAccountBuilder.With, ServingAccount {

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
    public ConnectorAccount ofAttempts(boolean settledDirectly) {
        var asked = Attempt.featuresOf(this);
        return withMarkets(List.of())
                .withFeatures(
                        settledDirectly
                                ? Stream.concat(asked.stream(), Stream.of(Attempt.SETTLED_DIRECTLY))
                                        .toList()
                                : asked);
    }
}
