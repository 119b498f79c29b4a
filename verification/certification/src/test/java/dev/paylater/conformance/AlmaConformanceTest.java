package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.alma.Alma;
import java.util.Map;

final class AlmaConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Alma()),
                            "/alma",
                            Map.of("api_key", "sandbox_kit"),
                            Map.of("api_key", "nobody"))
                    .withCountry("FR")
                    .withPaymentMethodType("installment_invoice");

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
