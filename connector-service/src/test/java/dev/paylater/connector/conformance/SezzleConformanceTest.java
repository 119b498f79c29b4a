package dev.paylater.connector.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.sezzle.Sezzle;
import java.util.Map;

final class SezzleConformanceTest extends ConnectorConformance {

    private static final long CENTS_OF_32_BITS = 1L << 31;

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Sezzle()),
                            "/sezzle",
                            Map.of("public_key", "sandbox_kit", "private_key", "sandbox_kit"),
                            Map.of("public_key", "nobody", "private_key", "nobody"))
                    .withCurrency("USD")
                    .withCountry("US")
                    .withPaymentMethodType("installment_invoice")
                    .withLargestAmount(CENTS_OF_32_BITS);

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
