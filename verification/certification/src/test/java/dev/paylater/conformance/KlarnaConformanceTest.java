package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.klarna.Klarna;
import java.util.Map;

final class KlarnaConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Klarna()),
                            "/klarna",
                            Map.of("username", "sandbox_kit", "password", "sandbox_kit"),
                            Map.of("username", "sandbox_kit", "password", "wrong"))
                    .withLargestAmount(200_000_000);

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
