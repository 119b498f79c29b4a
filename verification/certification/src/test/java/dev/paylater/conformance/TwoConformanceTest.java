package dev.paylater.conformance;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.two.Two;
import java.util.Map;

final class TwoConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Two()),
                            "/two",
                            Map.of("api_key", "sandbox_kit"),
                            Map.of("api_key", "nobody"))
                    .withTerms(
                            Map.of(
                                    "metadata",
                                    """
                                    {"company_name": "Jones GmbH", "registration_id": "HRB 1234"}\
                                    """));

    @Override
    Subject subject() {
        return SUBJECT;
    }
}
