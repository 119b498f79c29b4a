package dev.paylater.kit.mongo;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * What a connector can serve: connector-service writes it at every start, the other services read
 * it. An empty list restricts nothing; so does one that is absent from the document.
 *
 * @param markets which of the currencies goes with which of the countries, as {@code DE/EUR}
 * @param features by their names on the wire
 */
@Document("connector_capabilities")
public record ConnectorCapabilities(
        @Id String connector,
        List<String> currencies,
        List<String> countries,
        List<String> markets,
        List<String> paymentMethodTypes,
        List<String> captureMethods,
        List<String> features) {

    public ConnectorCapabilities {
        currencies = orNone(currencies);
        countries = orNone(countries);
        markets = orNone(markets);
        paymentMethodTypes = orNone(paymentMethodTypes);
        captureMethods = orNone(captureMethods);
        features = orNone(features);
    }

    private static List<String> orNone(@Nullable List<String> texts) {
        return texts == null ? List.of() : texts;
    }
}
