package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.billie.Billie;
import java.util.Map;

final class BillieConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Billie()),
                            "/billie",
                            Map.of("client_id", "sandbox_kit", "client_secret", "sandbox_kit"),
                            Map.of("client_id", "nobody", "client_secret", "nobody"))
                    .withSettings(
                            Map.of("invoice_url", "\"https://shop.example/{invoice_ref}.pdf\""));

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
