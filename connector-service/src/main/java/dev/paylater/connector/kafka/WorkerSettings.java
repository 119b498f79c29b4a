package dev.paylater.connector.kafka;

import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which work this process takes.
 *
 * @param connectors names of the connectors to be served; empty: all
 * @param maxInFlight requests of one connector that are under way at once
 * @param instance name of this process's slot; a process that comes back under the same name gets
 *     its partitions back at once. Empty: the host's name
 */
@ConfigurationProperties("paylater.workers")
record WorkerSettings(
        @DefaultValue Set<String> connectors,
        @DefaultValue("1500") int maxInFlight,
        @DefaultValue("") String instance) {

    boolean serves(String connector) {
        return connectors.isEmpty() || connectors.contains(connector);
    }
}
