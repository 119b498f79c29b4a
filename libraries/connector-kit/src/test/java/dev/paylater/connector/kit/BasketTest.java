package dev.paylater.connector.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.schemas.PaymentOptions;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class BasketTest {

    /** A lamp of 119.00 with 19.00 of tax, a voucher of 25.00 that saves 3.99, a book. */
    private static final String ORDER =
            """
            [{"product_name": "Lamp", "amount": 11900, "total_tax_amount": 1900},
             {"product_name": "Book", "amount": 1070, "total_tax_amount": 70},
             {"product_name": "Voucher", "amount": -2500, "total_tax_amount": -399}]\
            """;

    private static Context order(String details, long amount) {
        return Contexts.of(Operation.CAPTURE)
                .withAmount(amount)
                .withAuthorizedAmount(amount)
                .withOptions(PaymentOptions.newBuilder().setAmount(amount).build())
                .withTerms(new Fields(Map.of("order_details", details)));
    }

    private static Context withFees(Context order, long shipping, long tax, long fee, long feeTax) {
        var total = order.amount() + shipping + tax + fee + feeTax;
        return order.withAmount(total)
                .withAuthorizedAmount(total)
                .withOptions(
                        PaymentOptions.newBuilder(order.options())
                                .setShippingCost(shipping)
                                .setOrderTaxAmount(tax)
                                .setSurchargeAmount(fee)
                                .setSurchargeTaxAmount(feeTax)
                                .build());
    }

    @Test
    void a_capture_is_of_the_lines_that_the_merchant_names_and_their_taxes() {
        var lamp = "[{\"product_name\": \"Lamp\", \"amount\": 5950, \"total_tax_amount\": 950}]";
        var captured = order(ORDER, 10_470).withAmount(5_950).withDetails(lines(lamp));

        assertThat(Basket.captured(captured).tax()).isEqualTo(950);
        assertThat(Basket.captured(captured.withAmount(5_951)).lines())
                .extracting(OrderLine::amount)
                .containsExactly(5_950L, 1L);
    }

    @Test
    void captures_of_named_lines_and_of_the_rest_make_the_order_and_its_taxes() {
        var lamp = "[{\"product_name\": \"Lamp\", \"amount\": 5950, \"total_tax_amount\": 950}]";
        var rest =
                order(ORDER, 10_470)
                        .withCapturedAmount(5_950)
                        .withDetails(new Fields(Map.of("captured_lines", lamp)));
        var first = Basket.captured(rest.withAmount(2_000));
        var second = Basket.captured(rest.withCapturedAmount(7_950).withAmount(2_520));

        assertThat(first.amount()).isEqualTo(2_000);
        assertThat(second.amount()).isEqualTo(2_520);
        assertThat(950 + first.tax() + second.tax()).isEqualTo(1_571);
    }

    @Test
    void the_parts_of_a_refund_by_line_make_its_lines_and_their_taxes() {
        var two =
                """
                [{"product_name": "Lamp", "amount": 5950, "total_tax_amount": 950},
                 {"product_name": "Book", "amount": 1070, "total_tax_amount": 70}]\
                """;
        var refund = order(ORDER, 10_470).withAmount(7_020);
        assertThat(Basket.refunded(refund.withDetails(lines(two))).lines())
                .extracting(OrderLine::name)
                .containsExactly("Lamp", "Book");

        var first = Basket.refunded(refund.withAmount(3_333).withDetails(lines(two)));
        var second =
                Basket.refunded(
                        refund.withAmount(3_687)
                                .withDetails(
                                        new Fields(
                                                Map.of(
                                                        "order_details",
                                                        two,
                                                        "amount_before",
                                                        "3333"))));
        assertThat(first.amount()).isEqualTo(3_333);
        assertThat(second.amount()).isEqualTo(3_687);
        assertThat(first.tax() + second.tax()).isEqualTo(1_020);
    }

    private static Fields lines(String lines) {
        return new Fields(Map.of("order_details", lines));
    }

    @Test
    void what_is_below_zero_is_a_discount_with_the_tax_that_it_saves() {
        var basket = Basket.of(order(ORDER, 10_470));

        assertThat(basket.items()).extracting(OrderLine::name).containsExactly("Lamp", "Book");
        assertThat(basket.discounts()).extracting(OrderLine::name).containsExactly("Voucher");
        assertThat(basket.discount()).isEqualTo(2500);
        assertThat(basket.netDiscount()).isEqualTo(2101);
        assertThat(basket.tax()).isEqualTo(1571);
        assertThat(basket.amount()).isEqualTo(10_470);
    }

    @Test
    void shipping_fee_and_order_tax_are_apart_from_the_goods() {
        var basket = Basket.of(withFees(order("[]", 2000), 490, 380, 100, 19));

        assertThat(basket.items())
                .extracting(OrderLine::name)
                .containsExactly("Order pay_1", "Surcharge");
        assertThat(basket.shipping()).isEqualTo(490);
        assertThat(basket.orderTax()).isEqualTo(380);
        assertThat(basket.netSurcharge()).isEqualTo(100);
        assertThat(basket.tax()).isEqualTo(399);
        assertThat(basket.amount()).isEqualTo(2989);
        assertThat(basket.taxedByLine().items().getFirst())
                .isEqualTo(
                        new OrderLine(
                                OrderLine.Kind.ITEM,
                                "Order pay_1",
                                1,
                                2380,
                                380,
                                new BigDecimal("19"),
                                Product.named(null)));
        assertThat(basket.taxedByOrder().orderTax()).isEqualTo(399);
        assertThat(basket.taxedByOrder().netSurcharge()).isEqualTo(100);
    }

    @Test
    void the_tax_of_an_order_without_goods_is_a_line() {
        var basket = Basket.of(withFees(order("[]", 0), 490, 93, 0, 0)).taxedByLine();

        assertThat(basket.orderTax()).isZero();
        assertThat(basket.amount()).isEqualTo(583);
        assertThat(Basket.of(order(ORDER, 10_470)).taxedByLine().tax()).isEqualTo(1571);
        assertThat(Basket.of(withFees(order("[]", 0), 490, 93, 0, 0)).taxedByOrder().tax())
                .isEqualTo(93);
    }

    @Test
    void a_part_has_a_line_for_each_rate() {
        var context = order(ORDER, 10_470).withAmount(5235);

        var parts = Basket.part(context, 0);

        assertThat(parts).extracting(OrderLine::amount).containsExactly(4700L, 535L);
        assertThat(parts).extracting(OrderLine::tax).containsExactly(750L, 35L);
        assertThat(parts)
                .extracting(line -> line.rate().toPlainString())
                .containsExactly("19", "7");
    }

    @Test
    void a_part_of_nothing_or_beyond_the_whole_is_a_line_without_tax() {
        var context = order(ORDER, 10_470);

        assertThat(Basket.part(context.withAuthorizedAmount(0), 0))
                .containsExactly(OrderLine.whole("pay_1", 10_470));
        assertThat(Basket.part(context, 1)).containsExactly(OrderLine.whole("pay_1", 10_470));
    }

    @Property(tries = 10_000, seed = "44")
    void lines_make_the_total_and_keep_every_tax(
            @ForAll("orders") Context order,
            @ForAll @LongRange(max = 100_000) long shipping,
            @ForAll @LongRange(max = 100_000) long tax,
            @ForAll @LongRange(max = 100_000) long fee,
            @ForAll @LongRange(max = 100_000) long feeTax) {
        var context = withFees(order, shipping, tax, fee, feeTax);
        var basket = Basket.of(context);

        for (var one : List.of(basket, basket.taxedByLine(), basket.taxedByOrder())) {
            assertThat(one.amount()).isEqualTo(context.amount());
            assertThat(one.tax() == basket.tax() || taxStaysALine(one, basket)).isTrue();
            assertThat(sum(one.items()) + one.shipping() + one.orderTax() - one.discount())
                    .isEqualTo(context.amount());
        }
    }

    /** Where nothing is taxable the order's tax is an item. */
    private static boolean taxStaysALine(Basket one, Basket given) {
        return one.tax() == given.tax() - given.orderTax();
    }

    @Property(tries = 10_000, seed = "44")
    void parts_make_the_whole_and_its_taxes(
            @ForAll("orders") Context order,
            @ForAll @Size(min = 1, max = 5) List<@LongRange(min = 1, max = 1_000) Long> weights) {
        var all = order.authorizedAmount();
        var weight = weights.stream().mapToLong(Long::longValue).sum();
        var before = 0L;
        var seen = 0L;
        var taxes = 0L;
        for (var one : weights) {
            seen += one;
            var after = all * seen / weight;
            var parts = Basket.part(order.withAmount(after - before), before);
            assertThat(sum(parts)).isEqualTo(after - before);
            taxes += parts.stream().mapToLong(OrderLine::tax).sum();
            before = after;
        }
        assertThat(taxes).isEqualTo(Basket.of(order, all).tax());
    }

    private static long sum(List<OrderLine> lines) {
        return lines.stream().mapToLong(OrderLine::amount).sum();
    }

    /** Goods at usual and unusual rates, vouchers of less, and an amount that may miss them. */
    @Provide
    static Arbitrary<Context> orders() {
        var line =
                Combinators.combine(
                                Arbitraries.longs().between(1, 1_000_000),
                                Arbitraries.of("0", "5", "7", "8.1", "19", "25.5"),
                                Arbitraries.integers().between(1, 5))
                        .as(
                                (amount, rate, quantity) ->
                                        line(amount, new BigDecimal(rate), quantity));
        var voucher =
                Arbitraries.longs()
                        .between(1, 1_000)
                        .map(amount -> line(-amount, new BigDecimal("19"), 1));
        return Combinators.combine(
                        line.list().ofMinSize(1).ofMaxSize(5),
                        voucher.list().ofMaxSize(1),
                        Arbitraries.longs().between(-3, 3))
                .as(
                        (lines, vouchers, drift) -> {
                            var sum =
                                    LongStream.concat(
                                                    lines.stream().mapToLong(BasketTest::amount),
                                                    vouchers.stream().mapToLong(BasketTest::amount))
                                            .sum();
                            return order(
                                    "["
                                            + String.join(",", lines)
                                            + (vouchers.isEmpty() ? "" : "," + vouchers.getFirst())
                                            + "]",
                                    Math.max(1, sum + drift));
                        });
    }

    private static String line(long amount, BigDecimal percent, int quantity) {
        return "{\"quantity\": %d, \"amount\": %d, \"total_tax_amount\": %d}"
                .formatted(quantity, amount, TaxRates.in(amount, percent));
    }

    private static long amount(String line) {
        return Long.parseLong(line.replaceAll(".*\"amount\": (-?\\d+),.*", "$1"));
    }
}
