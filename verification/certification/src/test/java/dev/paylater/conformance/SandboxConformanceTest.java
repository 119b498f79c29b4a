package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.sandbox.Sandbox;
import java.util.Map;

final class SandboxConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Sandbox()),
                            "/sandbox/v1",
                            Map.of("api_key", "sandbox_kit"),
                            Map.of("api_key", "nobody"))
                    .withWebhookSecret("whsec_kit");

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
