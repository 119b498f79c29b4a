package dev.paylater.launcher.process;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Everything that runs, in the order in which it starts; it stops in the opposite order. */
public enum Service {
    KAFKA("kafka", 9092),
    STORE("store", 27017),
    REGISTRY("registry", 8085),
    PROVIDER_SIMULATOR("provider-simulator", 8090),
    ORCHESTRATOR("orchestrator-service", 8083),
    CONNECTOR("connector-service", 8082),
    REFUND("refund-service", 8081),
    WEBHOOK("webhook-service", 8084),
    API("api-service", 8080);

    private static final List<Service> INFRASTRUCTURE = List.of(KAFKA, STORE, REGISTRY);

    private final String label;
    private final int port;

    Service(String label, int port) {
        this.label = label;
        this.port = port;
    }

    public String label() {
        return label;
    }

    /** The port of the first instance, before PAYLATER_PORT_OFFSET is added. */
    int port() {
        return port;
    }

    /** Kafka, the store and the registry: there is one of each, and the others need them. */
    public boolean isInfrastructure() {
        return INFRASTRUCTURE.contains(this);
    }

    public boolean mayHaveSeveralInstances() {
        return !isInfrastructure() && this != PROVIDER_SIMULATOR;
    }

    public static Optional<Service> named(String label) {
        return Arrays.stream(values()).filter(service -> service.label.equals(label)).findFirst();
    }

    public static List<String> labels() {
        return Arrays.stream(values()).map(Service::label).toList();
    }
}
