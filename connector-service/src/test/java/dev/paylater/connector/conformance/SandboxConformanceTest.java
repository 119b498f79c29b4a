package dev.paylater.connector.conformance;

import dev.paylater.connector.provider.sandbox.SandboxConnector;
import java.util.Map;

final class SandboxConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            new SandboxConnector(),
                            "/sandbox/v1",
                            Map.of("api_key", "sandbox_kit"),
                            Map.of("api_key", "nobody"))
                    .withWebhookSecret("whsec_kit");

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
