package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.OrderLine.Kind;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

    private static OrderLine item(
            String name, int quantity, long amount, long tax, String rate, @Nullable String id) {
        return new OrderLine(
                Kind.ITEM, name, quantity, amount, tax, new BigDecimal(rate), Product.named(id));
    }

    @Test
    void an_item_is_read_field_by_field() {
        assertThat(OrderLine.of(json("[" + LAMP + "]")))
                .containsExactly(item("Lamp", 2, 3000, 479, "19", "sku_1"));
    }

    @Test
    void what_an_item_does_not_say_is_one_piece_without_tax() {
        assertThat(OrderLine.of(json("[{'amount': 5}, {'quantity': 0}]")))
                .containsExactly(
                        item("item", 1, 5, 0, "0", null), item("item", 1, 0, 0, "0", null));
    }

    @ParameterizedTest
    @CsvSource({
        "100, 99, 99",
        "100, 100, 0",
        "100, 101, 0",
        "100, -1, 0",
        "-2500, -399, -399",
        "-2500, 399, -399",
        "-2500, -2500, 0"
    })
    void a_tax_is_in_the_amount_and_has_its_sign(long amount, long given, long tax) {
        var lines =
                OrderLine.of(
                        json("[{'amount': %d, 'total_tax_amount': %d}]".formatted(amount, given)));

        assertThat(lines).extracting(OrderLine::tax).containsExactly(tax);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'total_tax_amount': 19 | 19 | 19",
                "'tax_amount': 19 | 19 | 19",
                "'tax_amount': 7, 'total_tax_amount': 19 | 19 | 19",
                "'tax_percentage': 19 | 19 | 19",
                "'tax_percentage': 19, 'tax_amount': 19 | 19 | 19",
                "'tax_percentage': 5.5, 'total_tax_amount': 6 | 6 | 5.5",
                "'tax_percentage': 7, 'total_tax_amount': 19 | 19 | 19",
                "'tax_percentage': 101 | 0 | 0",
                "'tax_percentage': -1 | 0 | 0",
                "'tax_percentage': 'x' | 0 | 0"
            },
            quoteCharacter = '~')
    void a_rate_is_the_merchants_where_it_explains_the_tax(String given, long tax, String rate) {
        assertThat(OrderLine.of(json("[{'amount': 119, " + given + "}]")))
                .containsExactly(item("item", 1, 119, tax, rate, null));
    }

    @Test
    void a_rate_without_a_tax_is_none_where_the_tax_is_on_top_of_the_order() {
        assertThat(OrderLine.of(json("[{'amount': 119, 'tax_percentage': 19}]"), false))
                .containsExactly(item("item", 1, 119, 0, "0", null));
    }

    /** krokedil/klarna-payments-for-woocommerce issue 49: 1.60 of 10.00 were 19.05 %. */
    @Test
    void one_rate_explains_all_taxes_that_were_rounded_from_it() {
        var lines =
                OrderLine.of(
                        json(
                                """
                                [{'amount': 1000, 'total_tax_amount': 160},
                                 {'amount': 299, 'total_tax_amount': 48},
                                 {'amount': 11900, 'total_tax_amount': 1900},
                                 {'amount': 1000, 'total_tax_amount': 65},
                                 {'amount': -2500, 'total_tax_amount': -399}]\
                                """));

        assertThat(lines)
                .extracting(line -> line.rate().toPlainString())
                .isEqualTo(List.of("19", "19", "19", "7", "19"));
    }

    @Test
    void a_tax_that_no_round_rate_explains_has_four_digits() {
        assertThat(OrderLine.of(json("[{'amount': 10000000, 'total_tax_amount': 1234567}]")))
                .extracting(line -> line.rate().toPlainString())
                .containsExactly("14.0845");
    }

    @ParameterizedTest
    @CsvSource({"3000, 2, 2, 1500", "3001, 2, 1, 3001", "0, 3, 3, 0", "7, 1, 1, 7"})
    void a_price_that_cannot_be_divided_is_one_piece(
            long amount, int quantity, int pieces, long unitAmount) {
        var line = item("Lamp", quantity, amount, 0, "0", null);

        assertThat(line.pieces()).isEqualTo(pieces);
        assertThat(line.unitAmount()).isEqualTo(unitAmount);
    }

    @ParameterizedTest
    @CsvSource({"3500, 500", "2900, -100"})
    void lines_that_miss_the_total_are_adjusted(long total, long adjustment) {
        var lines = OrderLine.balanced(json("[" + LAMP + "]"), total);

        assertThat(lines)
                .containsExactly(
                        item("Lamp", 2, 3000, 479, "19", "sku_1"),
                        OrderLine.untaxed(Kind.ADJUSTMENT, "adjustment", adjustment));
        assertThat(lines).extracting(OrderLine::isAdjustment).containsExactly(false, true);
        assertThat(lines.getLast().isDiscount()).isEqualTo(adjustment < 0);
    }

    @Test
    void lines_that_add_up_are_left_alone() {
        assertThat(OrderLine.balanced(json("[" + LAMP + "]"), 3000))
                .containsExactly(item("Lamp", 2, 3000, 479, "19", "sku_1"));
        assertThat(OrderLine.balanced(json("[]"), 0)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "3, 300, 30, 3, Lamp",
        "3, 301, 0, 1, 3 x Lamp",
        "3, 300, 31, 1, 3 x Lamp",
        "1, 301, 31, 1, Lamp"
    })
    void a_line_whose_price_or_tax_cannot_be_divided_is_one_piece(
            int quantity, long amount, long tax, int pieces, String name) {
        var line = item("Lamp", quantity, amount, tax, "11", "L").divisible();

        assertThat(line).isEqualTo(item(name, pieces, amount, tax, "11", "L"));
    }
}
