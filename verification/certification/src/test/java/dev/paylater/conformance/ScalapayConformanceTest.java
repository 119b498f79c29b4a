package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.scalapay.Scalapay;
import java.util.Map;

final class ScalapayConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Scalapay()),
                            "/scalapay",
                            Map.of("api_key", "sandbox_kit"),
                            Map.of("api_key", "nobody"))
                    .withCountry("IT")
                    .withPaymentMethodType("installment_invoice");

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
