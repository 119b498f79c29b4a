package dev.paylater.simulator;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the environment decides. Port 0 takes a free one; publicUrl null follows the port. */
public record Settings(String address, int port, Path data, @Nullable String publicUrl) {

    static Settings of(Map<String, String> environment) {
        return new Settings(
                environment.getOrDefault("SERVER_ADDRESS", "127.0.0.1"),
                Integer.parseInt(environment.getOrDefault("SERVER_PORT", "8090")),
                Path.of(
                        environment.getOrDefault(
                                "PAYLATER_DATA", ".paylater/data/provider-simulator")),
                environment.get("PAYLATER_PUBLIC_URL"));
    }
}
