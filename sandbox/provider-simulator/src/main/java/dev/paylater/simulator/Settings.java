package dev.paylater.simulator;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the environment decides. Port 0 takes a free one; publicUrl null follows the port;
 * webhooksUrl null sends nothing to accounts that have not said where.
 */
public record Settings(
        String address,
        int port,
        Path data,
        @Nullable String publicUrl,
        @Nullable String webhooksUrl) {

    /** The API's port is so far below the simulator's, whatever moves them both. */
    private static final int API_BELOW = 10;

    public Settings(String address, int port, Path data, @Nullable String publicUrl) {
        this(address, port, data, publicUrl, null);
    }

    public static Settings of(Map<String, String> environment) {
        var port = Integer.parseInt(environment.getOrDefault("SERVER_PORT", "8090"));
        var webhooks = environment.get("PAYLATER_WEBHOOKS_URL");
        return new Settings(
                environment.getOrDefault("SERVER_ADDRESS", "127.0.0.1"),
                port,
                Path.of(
                        environment.getOrDefault(
                                "PAYLATER_DATA", ".paylater/data/provider-simulator")),
                environment.get("PAYLATER_PUBLIC_URL"),
                webhooks == null ? usualWebhooks(port) : webhooks);
    }

    private static @Nullable String usualWebhooks(int port) {
        return port <= API_BELOW
                ? null
                : "http://127.0.0.1:" + (port - API_BELOW) + "/webhooks/{account}/{connector}";
    }
}
