package dev.paylater.connector.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class BasketTest {

    @Test
    void what_is_below_zero_is_a_discount_and_no_item() {
        var lamp = new OrderLine("Lamp", 2, 8000, 381, "L-1");
        var gift = new OrderLine("Gift", 1, 0, 0, null);
        var voucher = new OrderLine("Voucher", 1, -500, 0, null);
        var adjustment = new OrderLine(OrderLine.ADJUSTMENT, 1, -20, 0, null);

        var basket = Basket.of(List.of(lamp, voucher, gift, adjustment));
        assertThat(basket.items()).containsExactly(lamp, gift);
        assertThat(basket.discounts()).containsExactly(voucher, adjustment);
        assertThat(basket.discount()).isEqualTo(520);
        assertThat(basket.tax()).isEqualTo(381);
    }
}
