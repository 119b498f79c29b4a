package dev.paylater.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Step;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * What a line says of its product, as each provider is sent it, by
 * docs/makers/connector-witnesses.md.
 */
final class LineSentTest {

    private static final String ORDER =
            """
            [{"product_name": "E-book", "quantity": 2, "amount": 2000, "product_id": "b-1",
              "total_tax_amount": 131, "tax_percentage": 7,
              "category": "Books", "sub_category": "Novels", "brand": "Ada Press",
              "product_type": "digital", "requires_shipping": false,
              "product_img_link": "https://shop.example/b.png",
              "product_link": "https://shop.example/b"},
             {"product_name": "Parcel", "quantity": 1, "amount": 500, "category": "shipping_costs",
              "total_tax_amount": 80, "tax_percentage": 19}]\
            """;

    /** The place of a line's member in the first body, and what stands there. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "klarna | /order_lines/0/image_url | https://shop.example/b.png",
                "klarna | /order_lines/0/product_url | https://shop.example/b",
                "klarna | /order_lines/0/type | digital",
                "klarna | /order_lines/0/product_identifiers/brand | Ada Press",
                "klarna | /order_lines/0/product_identifiers/category_path | Books > Novels",
                "klarna | /order_lines/1/type | shipping_fee",
                "klarna | /order_lines/1/tax_rate | 1900",
                "klarna | /order_lines/1/total_tax_amount | 80",
                "affirm | /items/0/item_image_url | https://shop.example/b.png",
                "affirm | /items/0/item_url | https://shop.example/b",
                "affirm | /items/0/categories/0/1 | Novels",
                "affirm | /shipping_amount | 420",
                "afterpay_clearpay | /items/0/imageUrl | https://shop.example/b.png",
                "afterpay_clearpay | /items/0/pageUrl | https://shop.example/b",
                "afterpay_clearpay | /items/0/categories/0/0 | Books",
                "afterpay_clearpay | /shippingAmount/amount | 5.00",
                "scalapay | /items/0/category | Books",
                "scalapay | /items/0/subcategory/0 | Novels",
                "scalapay | /items/0/brand | Ada Press",
                "scalapay | /items/0/imageUrl | https://shop.example/b.png",
                "scalapay | /items/0/pageUrl | https://shop.example/b",
                "tamara | /items/0/type | Digital",
                "tamara | /items/0/image_url | https://shop.example/b.png",
                "tamara | /items/0/item_url | https://shop.example/b",
                "tamara | /shipping_amount/amount | 5.00",
                "tabby | /payment/order/items/0/category | Books",
                "tabby | /payment/order/items/0/brand | Ada Press",
                "tabby | /payment/order/items/0/image_url | https://shop.example/b.png",
                "tabby | /payment/order/items/0/product_url | https://shop.example/b",
                "tabby | /payment/order/shipping_amount | 5.00",
                "mondu | /lines/0/line_items/0/item_type | VIRTUAL",
                "mondu | /lines/0/shipping_price_cents | 420",
                "billie | /line_items/0/category | Books",
                "billie | /line_items/0/brand | Ada Press",
                "two | /line_items/0/type | DIGITAL",
                "two | /line_items/0/image_url | https://shop.example/b.png",
                "two | /line_items/0/product_page_url | https://shop.example/b",
                "two | /line_items/0/details/categories/0 | Books",
                "two | /line_items/1/type | SHIPPING_FEE",
                "two | /line_items/1/tax_rate | 0.19",
                "riverty | /order/items/0/imageUrl | https://shop.example/b.png",
                "riverty | /order/items/1/vatPercent | 19.00",
                "alma | /payment/cart/items/0/categories/1 | Novels",
                "alma | /payment/cart/items/0/vendor | Ada Press",
                "alma | /payment/cart/items/0/picture_url | https://shop.example/b.png",
                "alma | /payment/cart/items/0/url | https://shop.example/b",
                "alma | /payment/cart/items/0/requires_shipping | false",
                "paypal | /purchase_units/0/items/0/category | DIGITAL_GOODS",
                "paypal | /purchase_units/0/items/0/image_url | https://shop.example/b.png",
                "paypal | /purchase_units/0/items/0/url | https://shop.example/b",
                "paypal | /purchase_units/0/amount/breakdown/shipping/value | 5.00"
            })
    void it_arrives_where_the_provider_has_a_place_for_it(
            String connector, String place, String expected) {
        assertThat(sent(connector, ORDER).at(place).asString("")).isEqualTo(expected);
    }

    /** Beside our own reference, by which the provider's notifications are told apart. */
    @ParameterizedTest
    @CsvSource({
        "klarna, /merchant_reference2",
        "affirm, /metadata/merchant_order_reference_id",
        "sezzle, /order/metadata/merchant_order_reference_id",
        "tamara, /order_number",
        "tabby, /payment/meta/order_id",
        "paypal, /purchase_units/0/reference_id",
        "alma, /payment/custom_data/order_id",
        "two, /merchant_reference"
    })
    void the_merchants_order_number_is_the_second_reference(String connector, String place) {
        var body = sent(connector, ORDER);

        assertThat(body.at(place).asString("")).isEqualTo("SO-10042");
        assertThat(body.toString()).contains("pay_01JABCDEFGHJKMNPQRSTVWXYZ0");
    }

    @Test
    void a_voucher_and_a_parcel_are_no_products() {
        var order =
                """
                [{"product_name": "Lamp", "quantity": 1, "amount": 3000, "product_id": "l"},
                 {"product_name": "Voucher", "quantity": 1, "amount": -500, "category": "voucher",
                  "product_link": "https://shop.example/v"}]\
                """;

        var line = sent("klarna", order).at("/order_lines/1");

        assertThat(line.path("type").asString()).isEqualTo("discount");
        assertThat(line.has("product_url")).isFalse();
        assertThat(line.has("product_identifiers")).isFalse();
    }

    @Test
    void klarnas_capture_has_the_taxes_of_its_lines() {
        var authorization = AuthorizationExchange.of("klarna");
        var exchange = authorization.exchange().put("operation", "capture");
        authorization
                .context()
                .put("amount", 5950)
                .put("transaction", "ord_1")
                .set(
                        "details",
                        Exchanges.JSON.readTree(
                                """
                                {"order_details": [{"product_name": "Lamp", "quantity": 1,
                                  "amount": 5950, "total_tax_amount": 950,
                                  "product_link": "https://shop.example/l"}]}\
                                """));

        var line = body("klarna", authorization.file(), exchange).at("/order_lines/0");

        assertThat(line.path("tax_rate").asInt()).isEqualTo(1900);
        assertThat(line.path("total_tax_amount").asInt()).isEqualTo(950);
        assertThat(line.path("product_url").asString()).isEqualTo("https://shop.example/l");
    }

    @Test
    void a_link_that_the_provider_does_not_take_is_left_out_and_not_cut() {
        var order =
                """
                [{"product_name": "Lamp", "quantity": 1, "amount": 2500, "product_id": "l",
                  "product_img_link": "https://shop.example/%s",
                  "product_link": "https://shop.example/%s"}]\
                """
                        .formatted("x".repeat(1024), "y".repeat(1003));

        var klarna = sent("klarna", order).at("/order_lines/0");
        assertThat(klarna.has("image_url")).isFalse();
        assertThat(klarna.path("product_url").asString()).hasSize(1024);
        assertThat(sent("paypal", order).at("/purchase_units/0/items/0").has("image_url"))
                .isFalse();
    }

    /** The first body of an authorization; a provider that is asked before it does not know it. */
    private static JsonNode sent(String name, String order) {
        var authorization = AuthorizationExchange.of(name);
        authorization.terms().set("order_details", Exchanges.JSON.readTree(order));
        authorization.terms().put("merchant_order_reference_id", "SO-10042");
        authorization.context().put("amount", 2500);
        return body(name, authorization.file(), authorization.exchange());
    }

    private static JsonNode body(String name, JsonNode file, JsonNode exchange) {
        var connector =
                Connectors.all().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        var step = Exchanges.begin(connector, file, exchange);
        while (step instanceof Step.Call call && call.call().body() == null) {
            step = Exchanges.answered(call, Exchanges.JSON.readTree("{\"status\": 404}"));
        }
        assertThat(step).as("%s %s", name, step).isInstanceOf(Step.Call.class);
        return Exchanges.JSON.readTree(Objects.requireNonNull(((Step.Call) step).call().body()));
    }
}
