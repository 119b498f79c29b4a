package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.tamara.Tamara;
import java.util.Map;

final class TamaraConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Tamara()),
                            "/tamara",
                            Map.of("api_token", "sandbox_kit"),
                            Map.of("api_token", "nobody"))
                    .withCurrency("SAR")
                    .withCountry("SA")
                    .withPaymentMethodType("installment_invoice");

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
