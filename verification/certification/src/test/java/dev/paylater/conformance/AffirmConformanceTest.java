package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.affirm.Affirm;
import java.util.Map;

final class AffirmConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Affirm()),
                            "/affirm",
                            Map.of("public_key", "sandbox_kit", "private_key", "sandbox_kit"),
                            Map.of("public_key", "nobody", "private_key", "nobody"))
                    .withCurrency("USD")
                    .withCountry("US")
                    .withPaymentMethodType("installment_invoice");

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
