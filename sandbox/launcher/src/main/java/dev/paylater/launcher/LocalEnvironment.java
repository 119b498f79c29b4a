package dev.paylater.launcher;

import dev.paylater.launcher.process.Service;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.ops.environment.ApiAddress;
import dev.paylater.ops.environment.Environment;
import dev.paylater.ops.environment.Kafka;
import dev.paylater.ops.environment.StoreAddress;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;

/** What runs on this machine, or was named at {@code up}. */
record LocalEnvironment(RunningSystem stack) implements Environment {

    @Override
    public Kafka kafka() {
        return new Kafka(
                Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, address(Service.KAFKA)));
    }

    @Override
    public StoreAddress store() {
        return new StoreAddress(address(Service.STORE), Map.of());
    }

    @Override
    public SchemaRegistry registry() {
        return SchemaRegistry.at(address(Service.REGISTRY), Map.of());
    }

    @Override
    public ApiAddress api() {
        return new ApiAddress(address(Service.API), Welcome.ADMIN_KEY);
    }

    @Override
    public boolean hasAdminKey() {
        return true;
    }

    @Override
    public Optional<String> simulatorUrl() {
        return Optional.of(address(Service.PROVIDER_SIMULATOR));
    }

    private String address(Service service) {
        stack.require(service);
        return stack.infrastructure().address(service);
    }
}
