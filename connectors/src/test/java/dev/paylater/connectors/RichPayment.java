package dev.paylater.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.Context;
import dev.paylater.schemas.PaymentOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A payment that says all that the interface has a field for, in a market: an order of lamps,
 * books, a lesson, a voucher and a parcel, each with the market's VAT.
 *
 * @param market the country and the currency, as {@code DE/EUR}
 */
record RichPayment(String market) {

    private static final JsonNode FILE = read();

    /** What a part of the payment captures: one of the two lamps. */
    static final long PART = 5_950;

    private static final long SURCHARGE = 116;

    /** Where a provider is tried, its first market with all operations. */
    static List<RichPayment> of(String connector) {
        return StreamSupport.stream(FILE.path("connectors").path(connector).spliterator(), false)
                .map(market -> new RichPayment(market.asString()))
                .toList();
    }

    long total() {
        return lines() + country().path("shipping_cost").asLong(0) + onTop() + SURCHARGE;
    }

    private long onTop() {
        return country().path("order_tax_amount").asLong(0);
    }

    private static long lines() {
        return 11_900 + 2_140 + 1_071 - 2_500 + 595;
    }

    /** The recorded exchange, of this payment; a part of it, or all of it. */
    ObjectNode asked(JsonNode file, JsonNode exchange) {
        var copy = (ObjectNode) exchange.deepCopy();
        var context = child(copy, "context");
        if (!context.has("terms")) {
            context.set("terms", file.path("context").path("terms").deepCopy());
        }
        context.put("currency", market.substring(3)).put("authorized", total());
        terms(child(context, "terms"));
        return copy;
    }

    private void terms(ObjectNode terms) {
        var country = country();
        terms.set("billing", country.path("billing").deepCopy());
        if (country.has("shipping")) {
            terms.set("shipping", country.path("shipping").deepCopy());
        } else {
            terms.remove("shipping");
        }
        terms.set("order_details", Exchanges.JSON.readTree(order()));
        terms.set("locale", country.path("locale"));
        terms.set(
                "browser_info",
                Exchanges.JSON.readTree(
                        """
                        {"language": "en-US", "ip_address": "203.0.113.7", "user_agent": "Firefox"}\
                        """));
        terms.set(
                "customer_history",
                Exchanges.JSON.readTree(
                        """
                        {"since": "2024-05-06T07:08:09Z", "first_order": "2024-06-07T08:09:10Z",
                         "paid_orders": 3}\
                        """));
        terms.put("merchant_order_reference_id", "SO-10042");
        terms.put("description", "Lamps & books for the reading room");
        terms.put("birth_date", "1990-05-06").put("gender", "female");
        child(terms, "customer").put("id", "cus_7").put("email", "other@example.com");
    }

    /** What the state machine knows by names of its own. */
    Context context(Context context) {
        var country = country();
        return context.withOptions(
                PaymentOptions.newBuilder(context.options())
                        .setAmount(
                                Objects.requireNonNull(context.options().getAmount()) == 0
                                        ? 0
                                        : lines())
                        .setShippingCost(whole(context, country.path("shipping_cost")))
                        .setOrderTaxAmount(whole(context, country.path("order_tax_amount")))
                        .setSurchargeAmount(context.amount() == 0 ? null : 100L)
                        .setSurchargeTaxAmount(context.amount() == 0 ? null : 16L)
                        .setCustomerId("cus_7")
                        .setCountry(market.substring(0, 2))
                        .build());
    }

    private static @Nullable Long whole(Context context, JsonNode amount) {
        return context.amount() == 0 || amount.isMissingNode() ? null : amount.asLong();
    }

    private String order() {
        return """
        [{"product_name": "Reading lamp", "quantity": 2, "amount": 11900, "product_id": "L-1", %s
          "category": "Lighting", "sub_category": "Desk lamps", "brand": "Lumen & Co",
          "product_type": "physical", "requires_shipping": true,
          "product_img_link": "https://shop.example/lamp.png",
          "product_link": "https://shop.example/lamp", "product_tax_code": "txcd_1",
          "account_name": "lamps"},
         {"product_name": "Book", "quantity": 3, "amount": 2140, "product_id": "B-7", %s
          "category": "Books"},
         {"product_name": "Online lesson", "quantity": 1, "amount": 1071, "product_id": "E-3", %s
          "product_type": "digital", "requires_shipping": false},
         {"product_name": "Voucher", "quantity": 1, "amount": -2500, %s
          "category": "voucher"},
         {"product_name": "Parcel", "quantity": 1, "amount": 595, %s
          "category": "shipping_costs"}]\
        """
                .formatted(
                        tax(11_900, "percent"),
                        tax(2_140, "less"),
                        tax(1_071, "percent"),
                        tax(-2_500, "percent"),
                        tax(595, "percent"));
    }

    /** The lines of the part. */
    JsonNode part() {
        return Exchanges.JSON.readTree(
                """
                [{"product_name": "Reading lamp", "quantity": 1, "amount": %s, %s
                  "product_id": "L-1", "product_link": "https://shop.example/lamp"}]\
                """
                        .formatted(PART, tax(PART, "percent")));
    }

    /** As a shop calculates the tax in a price. */
    private String tax(long amount, String which) {
        var percent = new BigDecimal(country().path(which).asString());
        if (percent.signum() == 0) {
            return "";
        }
        var tax =
                BigDecimal.valueOf(amount)
                        .multiply(percent)
                        .divide(percent.add(BigDecimal.valueOf(100)), 0, RoundingMode.HALF_UP);
        return "\"total_tax_amount\": %s, \"tax_percentage\": %s,"
                .formatted(tax.toPlainString(), percent.toPlainString());
    }

    private JsonNode country() {
        return FILE.path("countries").path(market.substring(0, 2));
    }

    private static ObjectNode child(ObjectNode parent, String name) {
        return parent.path(name) instanceof ObjectNode child ? child : parent.putObject(name);
    }

    private static JsonNode read() {
        try (var in = RichPayment.class.getResourceAsStream("/wire/payments.json")) {
            return Exchanges.JSON.readTree(
                    new String(Objects.requireNonNull(in).readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
