package dev.paylater.connector.account;

import dev.paylater.connector.kit.Capabilities;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Market;
import dev.paylater.kit.mongo.CapabilityStore;
import dev.paylater.kit.mongo.ConnectorCapabilities;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.stereotype.Component;

/** Tells the other services what the connectors can serve, in {@code connector_capabilities}. */
@Component
public final class CapabilityCatalogue {

    private final CapabilityStore stored;

    CapabilityCatalogue(MongoOperations store) {
        this.stored = new CapabilityStore(store);
    }

    /** Writes what these connectors can serve over whatever an older version had written. */
    public void publish(Collection<Connector> connectors) {
        connectors.forEach(connector -> stored.save(capabilitiesOf(connector)));
    }

    private static ConnectorCapabilities capabilitiesOf(Connector connector) {
        var capabilities = connector.capabilities();
        return new ConnectorCapabilities(
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
