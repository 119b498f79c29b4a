package dev.paylater.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Step;
import dev.paylater.schemas.PaymentOptions;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Any basket, as each provider is sent it: its parts make the total by that provider's own rule,
 * and where it is told taxes, they are the merchant's and less by what vouchers save.
 */
class BasketSumsTest {

    /** What a merchant orders; in minor units. */
    record Order(List<Line> lines, long drift, long shipping, long tax, long fee, String currency) {

        long amount() {
            return Math.max(1, lines.stream().mapToLong(Line::amount).sum() + drift);
        }

        long total() {
            return amount() + shipping + tax + fee;
        }

        /** Of shipping_cost, and of lines for shipping. */
        long shipped() {
            return shipping + lines.stream().filter(Line::ships).mapToLong(Line::amount).sum();
        }

        long netShipped() {
            return shipped() - lines.stream().filter(Line::ships).mapToLong(Line::tax).sum();
        }

        long taxes() {
            return lines.stream().mapToLong(Line::tax).sum() + tax;
        }

        String details() {
            return lines.stream().map(Line::json).toList().toString();
        }
    }

    record Line(long amount, long tax, int quantity, boolean ships) {
        String json() {
            return "{\"product_name\": \"Lamp\", \"product_id\": \"L\", \"quantity\": %d, \"amount\": %d, \"total_tax_amount\": %d%s}"
                    .formatted(
                            quantity,
                            amount,
                            tax,
                            ships ? ", \"category\": \"shipping_costs\"" : "");
        }
    }

    /** What a body says, in minor units of its currency. */
    private record Sent(JsonNode body, String currency) {

        long of(String pointer) {
            return minor(body.at(pointer));
        }

        long minor(JsonNode given) {
            var node =
                    given.has("amount_in_cents")
                            ? given.path("amount_in_cents")
                            : given.has("amount")
                                    ? given.path("amount")
                                    : given.has("value") ? given.path("value") : given;
            if (node.isMissingNode() || node.isNull()) {
                return 0;
            }
            return new BigDecimal(node.asString())
                    .movePointRight(Currency.getInstance(currency).getDefaultFractionDigits())
                    .longValueExact();
        }

        /** The sum of a member of a list's entries, times another. */
        long sum(String list, String member, @Nullable String times) {
            var sum = 0L;
            for (var entry : body.at(list)) {
                var count = times == null ? 1 : Long.parseLong(entry.path(times).asString());
                sum += minor(entry.path(member)) * count;
            }
            return sum;
        }

        long cents(String pointer) {
            return body.at(pointer).asLong(0);
        }

        long cents(String list, String member, @Nullable String times) {
            var sum = 0L;
            for (var entry : body.at(list)) {
                sum +=
                        entry.path(member).asLong(0)
                                * (times == null ? 1 : entry.path(times).asLong());
            }
            return sum;
        }
    }

    @Property(tries = 700, seed = "44")
    void affirms_prices_are_net_and_the_tax_is_on_top(@ForAll("orders") Order order) {
        var sent = sent("affirm", order);

        assertThat(
                        sent.cents("/items", "unit_price", "qty")
                                + sent.cents("/shipping_amount")
                                + sent.cents("/tax_amount")
                                - sent.cents("/discounts/adjustment/discount_amount"))
                .isEqualTo(order.total());
        assertThat(sent.cents("/tax_amount")).isEqualTo(order.taxes());
        assertThat(sent.cents("/shipping_amount")).isEqualTo(order.netShipped());
    }

    @Property(tries = 700, seed = "44")
    void klarnas_lines_make_the_order_and_their_rates_the_tax(@ForAll("orders") Order order) {
        var sent = sent("klarna", order);

        assertThat(sent.cents("/order_lines", "unit_price", "quantity")).isEqualTo(order.total());
        assertThat(sent.cents("/order_lines", "total_amount", null)).isEqualTo(order.total());
        if (sent.body().has("order_tax_amount")) {
            assertThat(sent.cents("/order_tax_amount")).isEqualTo(order.taxes());
            assertThat(sent.cents("/order_lines", "total_tax_amount", null))
                    .isEqualTo(order.taxes());
        }
        for (var line : sent.body().path("order_lines")) {
            var rate = line.path("tax_rate").asLong(0);
            var total = line.path("total_amount").asLong();
            assertThat(rate).isBetween(0L, 10_000L);
            assertThat(line.path("total_tax_amount").asLong(0))
                    .isBetween(
                            total * rate / (10_000 + rate) - 1, total * rate / (10_000 + rate) + 1);
        }
    }

    @Property(tries = 700, seed = "44")
    void afterpays_items_shipping_and_tax_less_discounts_make_the_amount(
            @ForAll("orders") Order order) {
        var sent = sent("afterpay_clearpay", order);

        assertThat(
                        sent.sum("/items", "price", "quantity")
                                + sent.of("/shippingAmount")
                                + sent.of("/taxAmount")
                                - sent.sum("/discounts", "amount", null))
                .isEqualTo(order.total());
    }

    @Property(tries = 700, seed = "44")
    void scalapays_items_shipping_and_tax_less_discounts_make_the_amount(
            @ForAll("orders") Order order) {
        var sent = sent("scalapay", order);

        assertThat(
                        sent.sum("/items", "price", "quantity")
                                + sent.of("/shippingAmount")
                                + sent.of("/taxAmount")
                                - sent.sum("/discounts", "amount", null))
                .isEqualTo(order.total());
    }

    @Property(tries = 700, seed = "44")
    void sezzles_items_shipping_and_tax_less_discounts_make_the_amount(
            @ForAll("orders") Order order) {
        var checkout = sent("sezzle", order).body().path("order");
        var sent = new Sent(checkout, order.currency());

        var items = 0L;
        for (var item : checkout.path("items")) {
            items +=
                    item.path("price").path("amount_in_cents").asLong()
                            * item.path("quantity").asLong();
        }
        var discounts = 0L;
        for (var discount : checkout.path("discounts")) {
            discounts += discount.path("amount").path("amount_in_cents").asLong();
        }
        assertThat(
                        items
                                + sent.cents("/shipping_amount/amount_in_cents")
                                + sent.cents("/tax_amount/amount_in_cents")
                                - discounts)
                .isEqualTo(order.total());
    }

    @Property(tries = 700, seed = "44")
    void tamaras_items_and_shipping_less_the_discount_make_the_amount(
            @ForAll("orders") Order order) {
        var sent = sent("tamara", order);

        assertThat(
                        sent.sum("/items", "total_amount", null)
                                + sent.of("/shipping_amount")
                                - sent.of("/discount/amount"))
                .isEqualTo(order.total());
        assertThat(sent.of("/shipping_amount")).isEqualTo(order.shipped());
        assertThat(sent.of("/tax_amount")).isEqualTo(order.taxes());
    }

    @Property(tries = 700, seed = "44")
    void tabbys_items_and_shipping_less_the_discount_make_the_amount(
            @ForAll("orders") Order order) {
        var sent = new Sent(sent("tabby", order).body().at("/payment/order"), order.currency());

        assertThat(
                        sent.sum("/items", "unit_price", "quantity")
                                + sent.of("/shipping_amount")
                                - sent.of("/discount_amount"))
                .isEqualTo(order.total());
        assertThat(sent.of("/shipping_amount")).isEqualTo(order.shipped());
        assertThat(sent.of("/tax_amount")).isEqualTo(order.taxes());
    }

    @Property(tries = 700, seed = "44")
    void mondus_net_tax_shipping_and_fee_less_the_discount_make_gross(
            @ForAll("orders") Order order) {
        var sent = sent("mondu", order);

        assertThat(sent.cents("/gross_amount_cents")).isEqualTo(order.total());
        assertThat(sent.cents("/tax_cents")).isEqualTo(order.taxes());
        assertThat(sent.cents("/lines/0/tax_cents")).isEqualTo(order.taxes());
        assertThat(sent.cents("/lines/0/shipping_price_cents")).isEqualTo(order.netShipped());
        assertThat(sent.cents("/lines/0/line_items", "net_price_cents", null))
                .isEqualTo(sent.cents("/net_price_cents"));
        assertThat(sent.cents("/lines/0/line_items", "net_price_per_item_cents", "quantity"))
                .isEqualTo(sent.cents("/net_price_cents"));
        assertThat(
                        sent.cents("/net_price_cents")
                                + sent.cents("/tax_cents")
                                + sent.cents("/lines/0/shipping_price_cents")
                                + sent.cents("/lines/0/buyer_fee_cents")
                                - sent.cents("/total_discount_cents"))
                .isEqualTo(order.total());
    }

    @Property(tries = 700, seed = "44")
    void billies_lines_make_net_gross_and_tax(@ForAll("orders") Order order) {
        var sent = sent("billie", order);

        assertThat(sent.of("/amount/gross")).isEqualTo(order.total());
        assertThat(sent.of("/amount/tax")).isEqualTo(order.taxes());
        assertThat(sent.of("/amount/net")).isEqualTo(order.total() - order.taxes());
        for (var part : List.of("net", "gross", "tax")) {
            var sum = 0L;
            for (var line : sent.body().path("line_items")) {
                sum += sent.minor(line.path("amount").path(part));
            }
            assertThat(sum).isEqualTo(sent.of("/amount/" + part));
        }
    }

    @Property(tries = 700, seed = "44")
    void twos_lines_and_subtotals_make_net_gross_and_tax(@ForAll("orders") Order order) {
        var sent = sent("two", order);

        assertThat(sent.of("/gross_amount")).isEqualTo(order.total());
        assertThat(sent.of("/tax_amount")).isEqualTo(order.taxes());
        for (var part : List.of("net_amount", "gross_amount", "tax_amount")) {
            assertThat(sent.sum("/line_items", part, null)).isEqualTo(sent.of("/" + part));
        }
        assertThat(sent.sum("/line_items", "unit_price", "quantity"))
                .isEqualTo(sent.of("/net_amount"));
        assertThat(sent.sum("/tax_subtotals", "tax_amount", null))
                .isEqualTo(sent.of("/tax_amount"));
        assertThat(sent.sum("/tax_subtotals", "taxable_amount", null))
                .isEqualTo(sent.of("/net_amount"));
    }

    @Property(tries = 700, seed = "44")
    void rivertys_lines_make_gross_and_net(@ForAll("orders") Order order) {
        var sent = new Sent(sent("riverty", order).body().path("order"), order.currency());

        assertThat(sent.of("/totalGrossAmount")).isEqualTo(order.total());
        assertThat(sent.of("/totalNetAmount")).isEqualTo(order.total() - order.taxes());
        assertThat(sent.sum("/items", "grossUnitPrice", "quantity")).isEqualTo(order.total());
        assertThat(sent.sum("/items", "netUnitPrice", "quantity"))
                .isEqualTo(sent.of("/totalNetAmount"));
        assertThat(sent.sum("/items", "vatAmount", "quantity")).isEqualTo(order.taxes());
    }

    @Property(tries = 700, seed = "44")
    void paypals_breakdown_makes_the_amount_and_its_items_the_breakdown(
            @ForAll("orders") Order order) {
        var sent = new Sent(sent("paypal", order).body().at("/purchase_units/0"), order.currency());
        var parts = "/amount/breakdown/";

        assertThat(
                        sent.of(parts + "item_total")
                                + sent.of(parts + "tax_total")
                                + sent.of(parts + "shipping")
                                - sent.of(parts + "discount"))
                .isEqualTo(order.total());
        assertThat(sent.sum("/items", "unit_amount", "quantity"))
                .isEqualTo(sent.of(parts + "item_total"));
        assertThat(sent.sum("/items", "tax", "quantity")).isEqualTo(sent.of(parts + "tax_total"));
        assertThat(sent.of(parts + "shipping")).isEqualTo(order.shipped());
    }

    @Property(tries = 700, seed = "44")
    void almas_lines_make_the_amount(@ForAll("orders") Order order) {
        var sent = sent("alma", order);

        assertThat(sent.cents("/payment/cart/items", "line_price", null)).isEqualTo(order.total());
        assertThat(sent.cents("/payment/cart/items", "unit_price", "quantity"))
                .isEqualTo(order.total());
    }

    /**
     * Goods at usual rates and some that no rate explains, vouchers, lines for shipping with their
     * tax, and a sum that may be off.
     */
    @Provide
    static Arbitrary<Order> orders() {
        var goods =
                Combinators.combine(
                                Arbitraries.longs().between(1, 500_000),
                                Arbitraries.of("0", "5", "7", "8.1", "19", "25.5"),
                                Arbitraries.integers().between(1, 5))
                        .as((amount, rate, quantity) -> line(amount, rate, quantity, false));
        var voucher =
                Combinators.combine(
                                Arbitraries.longs().between(1, 500_000),
                                Arbitraries.of("0", "7", "19"))
                        .as((off, rate) -> line(-off, rate, 1, false));
        var parcel = Arbitraries.longs().between(1, 900).map(amount -> line(amount, "19", 1, true));
        var extra = Arbitraries.longs().between(1, 5_000).flatMap(one -> Arbitraries.of(0L, one));
        return Combinators.combine(
                        goods.list().ofMinSize(1).ofMaxSize(5),
                        voucher.list().ofMaxSize(1),
                        parcel.list().ofMaxSize(1),
                        Arbitraries.longs().between(-3, 3),
                        extra,
                        extra,
                        extra,
                        Arbitraries.of("EUR", "JPY", "KWD"))
                .as(
                        (lines, vouchers, parcels, drift, shipping, tax, fee, currency) -> {
                            var all = new ArrayList<>(lines);
                            all.addAll(vouchers);
                            all.addAll(parcels);
                            return new Order(all, drift, shipping, tax, fee, currency);
                        })
                .filter(order -> order.lines().stream().mapToLong(Line::amount).sum() > 3);
    }

    private static Line line(long amount, String rate, int quantity, boolean ships) {
        var percent = new BigDecimal(rate);
        var tax =
                BigDecimal.valueOf(amount)
                        .multiply(percent)
                        .divide(percent.add(BigDecimal.valueOf(100)), 0, RoundingMode.HALF_UP)
                        .longValueExact();
        return new Line(amount, tax, quantity, ships);
    }

    /** The first body of an authorization; a provider that is asked before it does not know it. */
    private static Sent sent(String name, Order order) {
        var connector =
                Connectors.all().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        var context = context(name, order);
        var step = connector.perform(context, false);
        while (step instanceof Step.Call call && call.call().body() == null) {
            step = Exchanges.answered(call, Exchanges.JSON.readTree("{\"status\": 404}"));
        }
        assertThat(step).as("%s %s", name, step).isInstanceOf(Step.Call.class);
        var body = Objects.requireNonNull(((Step.Call) step).call().body());
        return new Sent(Exchanges.JSON.readTree(body), order.currency());
    }

    private static Context context(String name, Order order) {
        var authorization = AuthorizationExchange.of(name);
        authorization.terms().set("order_details", Exchanges.JSON.readTree(order.details()));
        authorization.context().put("amount", order.total()).put("currency", order.currency());
        var context = Exchanges.context(name, authorization.file(), authorization.exchange());
        return context.withOptions(
                PaymentOptions.newBuilder(context.options())
                        .setAmount(order.amount())
                        .setShippingCost(order.shipping())
                        .setOrderTaxAmount(order.tax())
                        .setSurchargeAmount(order.fee())
                        .build());
    }
}
