package dev.paylater.orchestrator.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClearedOptionsTest {

    private static final Intent BASE =
            IntentBuilder.builder()
                    .amount(100L)
                    .currency("EUR")
                    .captureMethod(CaptureMethod.AUTOMATIC)
                    .shippingCost(5L)
                    .orderTaxAmount(2L)
                    .surchargeAmount(3L)
                    .connector(List.of("klarna"))
                    .build();

    @Test
    void what_a_change_clears_is_unset_and_the_rest_stays() {
        var changed =
                Intent.NONE.change(
                        BASE,
                        Map.of(
                                "shipping_cost", "null",
                                "surcharge_amount", "null",
                                "connector", "null",
                                "description", "null"));

        assertThat(changed.shippingCost()).isNull();
        assertThat(changed.surchargeAmount()).isNull();
        assertThat(changed.connector()).isEmpty();
        assertThat(changed.orderTaxAmount()).isEqualTo(2);
        assertThat(changed.netAmount()).isEqualTo(102);
    }

    @Test
    void a_value_that_comes_with_it_counts() {
        var change = IntentBuilder.builder().shippingCost(7L).build();

        assertThat(change.change(BASE, Map.of("shipping_cost", "null")).shippingCost())
                .isEqualTo(7);
    }
}
