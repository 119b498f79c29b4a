package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Items as the interface (2.8) writes them. */
final class OrderLineTest {

    private static final String LAMP =
            """
            {'product_name': 'Lamp', 'quantity': 2, 'amount': 3000,
                'total_tax_amount': 479, 'product_id': 'sku_1'}\
            """;

    @Test
    void an_item_is_read_field_by_field() {
        assertThat(OrderLine.of(json("[" + LAMP + "]")))
                .containsExactly(new OrderLine("Lamp", 2, 3000, 479, "sku_1"));
    }

    @Test
    void what_an_item_does_not_say_is_one_piece_without_tax() {
        assertThat(OrderLine.of(json("[{'amount': 5}]")))
                .containsExactly(new OrderLine("item", 1, 5, 0, null));
        assertThat(OrderLine.of(json("[{'quantity': 0}]")))
                .containsExactly(new OrderLine("item", 1, 0, 0, null));
    }

    @ParameterizedTest
    @CsvSource({"99, 99", "100, 0", "101, 0", "1, 1", "0, 0", "-1, 0"})
    void a_tax_lies_between_nothing_and_the_amount(long given, long tax) {
        assertThat(OrderLine.of(json("[{'amount': 100, 'total_tax_amount': " + given + "}]")))
                .containsExactly(new OrderLine("item", 1, 100, tax, null));
    }

    @ParameterizedTest
    @CsvSource({"3000, 2, 2, 1500", "3001, 2, 1, 3001", "0, 3, 3, 0", "7, 1, 1, 7"})
    void a_line_that_cannot_be_divided_is_one_piece(
            long amount, int quantity, int pieces, long unitAmount) {
        var line = new OrderLine("Lamp", quantity, amount, 0, null);

        assertThat(line.pieces()).isEqualTo(pieces);
        assertThat(line.unitAmount()).isEqualTo(unitAmount);
    }

    @ParameterizedTest
    @CsvSource({"3500, 500", "2900, -100"})
    void lines_that_miss_the_total_are_adjusted(long total, long adjustment) {
        var lines = OrderLine.balanced(json("[" + LAMP + "]"), total);

        assertThat(lines)
                .containsExactly(
                        new OrderLine("Lamp", 2, 3000, 479, "sku_1"),
                        new OrderLine("adjustment", 1, adjustment, 0, null));
        assertThat(lines).extracting(OrderLine::isAdjustment).containsExactly(false, true);
    }

    @Test
    void lines_that_add_up_are_left_alone() {
        assertThat(OrderLine.balanced(json("[" + LAMP + "]"), 3000))
                .containsExactly(new OrderLine("Lamp", 2, 3000, 479, "sku_1"));
        assertThat(OrderLine.balanced(json("[]"), 0)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "3, 300, 30, 3, Lamp",
        "3, 301, 0, 1, 3 x Lamp",
        "3, 300, 31, 1, 3 x Lamp",
        "1, 301, 31, 1, Lamp"
    })
    void a_line_that_cannot_be_divided_is_one_piece(
            int quantity, long amount, long tax, int pieces, String name) {
        var line = new OrderLine("Lamp", quantity, amount, tax, "L").divisible();

        assertThat(line).isEqualTo(new OrderLine(name, pieces, amount, tax, "L"));
    }

    @ParameterizedTest
    @CsvSource({"119, 19, 0.1900", "107, 7, 0.0700", "1000, 160, 0.1905", "100, 0, 0"})
    void a_tax_rate_is_the_tax_of_the_net_amount(long amount, long tax, BigDecimal rate) {
        assertThat(new OrderLine("Lamp", 1, amount, tax, null).taxRate(4)).isEqualTo(rate);
    }
}
