package dev.paylater.orchestrator.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Mandate.Bounds;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MandateJsonTest {

    @Test
    void the_bounds_of_both_types_are_read() {
        assertThat(
                        MandateJson.read(
                                """
                                {"mandate_type": {"single_use": {"amount": 10000,
                                 "currency": "EUR", "start_date": "2026-01-01T00:00:00Z",
                                 "end_date": "2026-02-01T01:00:00+01:00"}}}
                                """,
                                "USD"))
                .isEqualTo(
                        new Bounds(
                                true,
                                10000L,
                                "EUR",
                                Instant.parse("2026-01-01T00:00:00Z"),
                                Instant.parse("2026-02-01T00:00:00Z")));
        assertThat(
                        MandateJson.read(
                                "{\"mandate_type\": {\"multi_use\": {\"currency\": \"EUR\"}}}",
                                "USD"))
                .isEqualTo(new Bounds(false, null, "EUR", null, null));
    }

    @Test
    void an_amount_without_a_currency_is_in_that_of_the_payment_that_gave_the_mandate() {
        assertThat(MandateJson.read("{\"mandate_type\": {\"multi_use\": {\"amount\": 5}}}", "USD"))
                .isEqualTo(new Bounds(false, 5L, "USD", null, null));
    }

    @Test
    void what_was_not_said_bounds_nothing() {
        assertThat(MandateJson.read(null, "EUR")).isEqualTo(Bounds.NONE);
        assertThat(MandateJson.read("{\"customer_acceptance\": {}}", "EUR")).isEqualTo(Bounds.NONE);
        assertThat(
                        MandateJson.read(
                                "{\"mandate_type\": {\"single_use\": {}, \"multi_use\": null}}",
                                "EUR"))
                .isEqualTo(new Bounds(true, null, null, null, null));
    }
}
