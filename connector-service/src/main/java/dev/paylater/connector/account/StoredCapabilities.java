package dev.paylater.connector.account;

import dev.paylater.connector.kit.Capabilities;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Market;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/** What a connector can serve, as the other services read it. */
@Document("connector_capabilities")
record StoredCapabilities(
        @Id String connector,
        List<String> currencies,
        List<String> countries,
        List<String> markets,
        List<String> paymentMethodTypes,
        List<String> captureMethods,
        List<String> features) {

    static StoredCapabilities of(Connector connector) {
        var capabilities = connector.capabilities();
        return new StoredCapabilities(
                connector.name(),
                sorted(capabilities.currencies().stream()),
                sorted(capabilities.countries().stream()),
                sorted(capabilities.markets().stream().map(Market::wireName)),
                sorted(capabilities.paymentMethodTypes().stream()),
                sorted(capabilities.captureMethods().stream()),
                sorted(capabilities.features().stream().map(Capabilities.Feature::wireName)));
    }

    private static List<String> sorted(Stream<String> values) {
        return values.sorted().toList();
    }
}
