package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.tabby.Tabby;
import java.util.Map;

final class TabbyConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Tabby()),
                            "/tabby",
                            Map.of("secret_key", "sandbox_kit", "merchant_code", "store"),
                            Map.of("secret_key", "nobody", "merchant_code", "store"))
                    .withCurrency("AED")
                    .withCountry("AE")
                    .withPaymentMethodType("installment_invoice");

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
