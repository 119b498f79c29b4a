package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.afterpay.Afterpay;
import java.util.Map;

final class AfterpayConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Afterpay()),
                            "/afterpay_clearpay",
                            Map.of("merchant_id", "sandbox_kit", "secret_key", "sandbox_kit"),
                            Map.of("merchant_id", "nobody", "secret_key", "nobody"))
                    .withCurrency("AUD")
                    .withCountry("AU")
                    .withPaymentMethodType("installment_invoice");

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
