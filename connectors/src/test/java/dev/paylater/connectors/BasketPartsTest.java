package dev.paylater.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Operation;
import dev.paylater.connectors.BasketSumsTest.Order;
import dev.paylater.schemas.PaymentOptions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Any basket, captured in any parts and refunded: at the providers that write invoices from what
 * they are sent, all parts make the order and its taxes, and each part adds up by itself.
 */
class BasketPartsTest {

    /** An order and the amounts of its captures, in minor units. */
    record Captured(Order order, List<Long> parts) {}

    /** What one capture or refund is sent as. */
    private record Sent(JsonNode body, String currency) {

        long of(String pointer) {
            return minor(body.at(pointer));
        }

        long sum(String list, String member) {
            var sum = 0L;
            for (var entry : body.at(list)) {
                sum += minor(entry.path(member)) * entry.path("quantity").asLong(1);
            }
            return sum;
        }

        private long minor(JsonNode number) {
            return number.isMissingNode()
                    ? 0
                    : new BigDecimal(number.asString())
                            .movePointRight(
                                    Currency.getInstance(currency).getDefaultFractionDigits())
                            .longValueExact();
        }
    }

    /** Billie recalculates: gross is net and tax (billie-shop-plugin-sdk 84c4cf1 Amount.php:44). */
    @Property(tries = 200, seed = "44", edgeCases = EdgeCasesMode.NONE)
    void billies_invoices_make_the_order_and_its_tax(@ForAll("captured") Captured captured) {
        var net = 0L;
        var tax = 0L;
        var at = 0L;
        for (var part : captured.parts()) {
            var sent = sent("billie", "capture", captured.order(), part, at);
            assertThat(sent.of("/amount/gross")).isEqualTo(part);
            assertThat(sent.of("/amount/net") + sent.of("/amount/tax")).isEqualTo(part);
            net += sent.of("/amount/net");
            tax += sent.of("/amount/tax");
            at += part;
        }
        assertThat(tax).isEqualTo(captured.order().taxes());
        assertThat(net).isEqualTo(captured.order().total() - captured.order().taxes());
    }

    /** Lines and subtotals make the totals (twoctl checkout-api.yaml, FulfillmentPartial). */
    @Property(tries = 200, seed = "44", edgeCases = EdgeCasesMode.NONE)
    void twos_fulfilments_make_the_order_and_its_tax(@ForAll("captured") Captured captured) {
        var tax = 0L;
        var at = 0L;
        for (var part : captured.parts()) {
            var whole = sent("two", "capture", captured.order(), part, at);
            at += part;
            if (part == captured.order().total()) {
                assertThat(whole.body().has("partial")).as("the whole names no lines").isFalse();
                return;
            }
            var sent = new Sent(whole.body().path("partial"), whole.currency());
            assertThat(sent.of("/gross_amount")).isEqualTo(part);
            assertThat(sent.of("/net_amount") + sent.of("/tax_amount")).isEqualTo(part);
            assertThat(lines(sent, "gross_amount")).isEqualTo(part);
            assertThat(lines(sent, "net_amount")).isEqualTo(sent.of("/net_amount"));
            assertThat(lines(sent, "tax_amount")).isEqualTo(sent.of("/tax_amount"));
            tax += sent.of("/tax_amount");
        }
        assertThat(tax).isEqualTo(captured.order().taxes());
    }

    /** Of whole lines, however many pieces. */
    private static long lines(Sent sent, String member) {
        var sum = 0L;
        for (var line : sent.body().path("line_items")) {
            sum += sent.minor(line.path(member));
        }
        return sum;
    }

    /** Prices of pieces make the totals, gross and net (RestClient.php of Riverty's plugin). */
    @Property(tries = 200, seed = "44", edgeCases = EdgeCasesMode.NONE)
    void rivertys_captures_make_the_order_and_its_net_total(@ForAll("captured") Captured captured) {
        var net = 0L;
        var at = 0L;
        for (var part : captured.parts()) {
            var body = sent("riverty", "capture", captured.order(), part, at);
            var sent = new Sent(body.body().path("orderDetails"), body.currency());
            assertThat(sent.of("/totalGrossAmount")).isEqualTo(part);
            assertThat(sent.sum("/items", "grossUnitPrice")).isEqualTo(part);
            assertThat(sent.sum("/items", "netUnitPrice")).isEqualTo(sent.of("/totalNetAmount"));
            assertThat(sent.sum("/items", "vatAmount"))
                    .isEqualTo(part - sent.of("/totalNetAmount"));
            net += sent.of("/totalNetAmount");
            at += part;
        }
        assertThat(net).isEqualTo(captured.order().total() - captured.order().taxes());
    }

    /**
     * A refund has the tax of its part of the order, as these providers have it for a return
     * (WC_Twoinc_Helper.php, refund_partial.php), but for the rounding of each rate.
     */
    @Property(tries = 200, seed = "44", edgeCases = EdgeCasesMode.NONE)
    void a_refund_gives_back_its_part_of_the_tax(@ForAll("captured") Captured captured) {
        var order = captured.order();
        var part = captured.parts().getFirst();
        var taxes = BigDecimal.valueOf(order.taxes()).multiply(BigDecimal.valueOf(part));
        var expected = taxes.divideToIntegralValue(BigDecimal.valueOf(order.total())).longValue();
        var rates = order.lines().size() + 3L;

        var billie = sent("billie", "refund", order, part, order.total());
        assertThat(billie.of("/amount/net") + billie.of("/amount/tax")).isEqualTo(part);
        assertThat(billie.of("/amount/tax")).isBetween(expected - rates, expected + rates);

        var two = sent("two", "refund", order, part, order.total());
        var tax = subtotals(two, "tax_amount");
        assertThat(two.of("/amount")).isEqualTo(part);
        assertThat(subtotals(two, "taxable_amount") + tax).isEqualTo(part);
        assertThat(tax).isEqualTo(billie.of("/amount/tax"));

        var riverty = sent("riverty", "refund", order, part, order.total());
        assertThat(riverty.sum("/items", "grossUnitPrice")).isEqualTo(part);
        assertThat(riverty.sum("/items", "vatAmount")).isEqualTo(tax);
    }

    private static long subtotals(Sent sent, String member) {
        var sum = 0L;
        for (var subtotal : sent.body().path("tax_subtotals")) {
            sum += sent.minor(subtotal.path(member));
        }
        return sum;
    }

    /** Mondu's plugin takes a released amount out of the order (AdjustOrderSubscriber.php). */
    @Property(tries = 200, seed = "44", edgeCases = EdgeCasesMode.NONE)
    void mondus_adjusted_order_is_what_is_captured(@ForAll("captured") Captured captured) {
        var kept = captured.parts().getFirst();
        var order = captured.order();
        if (kept == order.total()) {
            return;
        }
        var body = sent("mondu", "release", order, order.total() - kept, kept).body();
        var amount = body.path("amount");
        var invoiced = sent("billie", "capture", order, kept, 0);

        assertThat(amount.path("tax_cents").asLong())
                .as("the tax of what is captured, and of no more")
                .isEqualTo(invoiced.of("/amount/tax"));

        assertThat(amount.path("gross_amount_cents").asLong()).isEqualTo(kept);
        assertThat(
                        amount.path("net_price_cents").asLong()
                                + amount.path("tax_cents").asLong()
                                + body.at("/lines/0/shipping_price_cents").asLong()
                                + body.at("/lines/0/buyer_fee_cents").asLong()
                                - body.path("total_discount_cents").asLong())
                .isEqualTo(kept);
    }

    @Provide
    static Arbitrary<Captured> captured() {
        var cuts = Arbitraries.integers().between(1, 1_000).list().ofMinSize(1).ofMaxSize(3);
        return Combinators.combine(BasketSumsTest.orders(), cuts)
                .as((order, sizes) -> new Captured(order, parts(order.total(), sizes)));
    }

    /** Parts of these sizes, one to another, and none of nothing. */
    private static List<Long> parts(long total, List<Integer> sizes) {
        var all = sizes.stream().mapToLong(Integer::longValue).sum();
        var parts = new ArrayList<Long>();
        var left = total;
        for (var size : sizes) {
            var part = Math.min(left, Math.max(1, total * size / all));
            if (part > 0) {
                parts.add(part);
                left -= part;
            }
        }
        parts.set(parts.size() - 1, parts.getLast() + left);
        return parts;
    }

    private static Sent sent(String name, String operation, Order order, long amount, long before) {
        var authorization = AuthorizationExchange.of(name);
        var file = authorization.file();
        var exchange =
                (ObjectNode)
                        StreamSupport.stream(file.path("exchanges").spliterator(), false)
                                .filter(one -> Exchanges.operation(one) == Operation.of(operation))
                                .filter(one -> !one.path("inquiry").asBoolean(false))
                                .findFirst()
                                .orElseThrow()
                                .deepCopy();
        var context = (ObjectNode) exchange.path("context");
        var terms = authorization.terms();
        terms.set("order_details", Exchanges.JSON.readTree(order.details()));
        context.set("terms", terms);
        context.put("amount", amount)
                .put("authorized", order.total())
                .put("captured", before)
                .put("currency", order.currency());
        var given = Exchanges.context(name, file, exchange);
        var calls =
                Walk.through(
                        exchange,
                        AuthorizationExchange.connector(name),
                        given.withOptions(
                                PaymentOptions.newBuilder(given.options())
                                        .setAmount(order.amount())
                                        .setShippingCost(order.shipping())
                                        .setOrderTaxAmount(order.tax())
                                        .setSurchargeAmount(order.fee())
                                        .build()));
        var body =
                calls.stream()
                        .map(call -> call.body())
                        .filter(Objects::nonNull)
                        .reduce((_, last) -> last)
                        .orElseThrow();
        return new Sent(Exchanges.JSON.readTree(body), order.currency());
    }
}
