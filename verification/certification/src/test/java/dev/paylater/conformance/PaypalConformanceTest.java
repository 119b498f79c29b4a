package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.paypal.Paypal;
import java.util.Map;

final class PaypalConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Paypal()),
                            "/paypal",
                            Map.of("client_id", "sandbox_kit", "client_secret", "sandbox_kit"),
                            Map.of("client_id", "nobody", "client_secret", "nobody"))
                    .withCurrency("USD")
                    .withCountry("US")
                    .withPaymentMethodType("installment_invoice");

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
