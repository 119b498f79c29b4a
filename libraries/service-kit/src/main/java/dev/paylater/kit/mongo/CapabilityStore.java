package dev.paylater.kit.mongo;

import java.util.List;
import java.util.Optional;
import org.springframework.data.mongodb.core.MongoOperations;

/** The collection of what connectors can serve. */
public final class CapabilityStore {

    private final MongoOperations store;

    public CapabilityStore(MongoOperations store) {
        this.store = store;
    }

    public List<ConnectorCapabilities> all() {
        return store.findAll(ConnectorCapabilities.class);
    }

    public Optional<ConnectorCapabilities> find(String connector) {
        return Optional.ofNullable(store.findById(connector, ConnectorCapabilities.class));
    }

    /** Writes over whatever is there for this connector. */
    public void save(ConnectorCapabilities capabilities) {
        store.save(capabilities);
    }
}
