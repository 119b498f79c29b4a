package dev.paylater.connector.account;

import dev.paylater.connector.kit.Connector;
import java.util.Collection;
import org.springframework.stereotype.Component;

/** Tells the other services what the connectors can serve, in {@code connector_capabilities}. */
@Component
public final class CapabilityCatalogue {

    private final CapabilityRepository stored;

    CapabilityCatalogue(CapabilityRepository stored) {
        this.stored = stored;
    }

    /** Writes what these connectors can serve over whatever an older version had written. */
    public void publish(Collection<Connector> connectors) {
        connectors.forEach(connector -> stored.save(StoredCapabilities.of(connector)));
    }
}
