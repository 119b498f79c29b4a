package dev.paylater.api.store;

import com.mongodb.client.MongoClient;
import com.mongodb.connection.ServerDescription;
import org.springframework.stereotype.Component;

/**
 * Whether the driver sees a server that takes writes. Asked before a command is published: while
 * the store is away nothing is accepted, so that retrying stays safe.
 */
@Component
public final class StoreHealth {

    private final MongoClient client;

    StoreHealth(MongoClient client) {
        this.client = client;
    }

    public boolean isUp() {
        return client.getClusterDescription().getServerDescriptions().stream()
                .anyMatch(StoreHealth::takesWrites);
    }

    private static boolean takesWrites(ServerDescription server) {
        return server.isOk() && (server.isPrimary() || server.isStandAlone());
    }
}
