package dev.paylater.connectors.sezzle;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Languages;
import dev.paylater.connector.kit.OrderLine;

/** What Sezzle is sent; money is {@code {"amount_in_cents": 2000, "currency": "USD"}}. */
final class SezzleBodies {

    private static final Languages LANGUAGES = Languages.of("US en", "CA en fr");

    private SezzleBodies() {}

    static Body session(Context context) {
        var url = Body.of().put("href", context.links().returnUrl()).put("method", "GET");
        var billing = context.billing();
        return Body.of()
                .put("cancel_url", url)
                .put("complete_url", url)
                .put(
                        "customer",
                        Body.of()
                                .put("tokenize", context.wantsMandate())
                                .put("email", context.email())
                                .put("first_name", billing.firstName())
                                .put("last_name", billing.lastName())
                                .put("phone", billing.phone())
                                .put("billing_address", address(billing))
                                .put("shipping_address", address(context.shipping())))
                .put("order", checkout(context));
    }

    static Body order(Context context) {
        return Body.of()
                .put("intent", context.capturesAutomatically() ? "CAPTURE" : "AUTH")
                .put("reference_id", context.attemptId())
                .put("order_amount", price(context.netAmount(), context));
    }

    static Body capture(Context context) {
        return Body.of()
                .put("capture_amount", price(context))
                .put(
                        "partial_capture",
                        context.capturedAmount() + context.amount() < context.authorizedAmount());
    }

    static Body price(Context context) {
        return price(context.amount(), context);
    }

    private static Body checkout(Context context) {
        var description = context.terms().text("description");
        var body =
                order(context)
                        .put("description", description == null ? context.paymentId() : description)
                        .put(
                                "metadata",
                                Body.of()
                                        .put("payment_id", context.paymentId())
                                        .put(
                                                "merchant_order_reference_id",
                                                context.orderReference()))
                        .put(
                                "locale",
                                LANGUAGES.locale(
                                        context, "CAD".equals(context.currency()) ? "CA" : "US"));
        var basket = Basket.of(context);
        if (basket.shipping() > 0) {
            body.put("shipping_amount", price(basket.shipping(), context));
        }
        if (basket.orderTax() > 0) {
            body.put("tax_amount", price(basket.orderTax(), context));
        }
        return body.put("items", basket.items().stream().map(line -> item(line, context)).toList())
                .put(
                        "discounts",
                        basket.discounts().stream().map(line -> discount(line, context)).toList());
    }

    private static Body item(OrderLine line, Context context) {
        return Body.of()
                .put("name", line.title())
                .put("sku", line.productId())
                .put("quantity", line.pieces())
                .put("price", price(line.unitAmount(), context));
    }

    private static Body discount(OrderLine line, Context context) {
        return Body.of().put("name", line.name()).put("amount", price(-line.amount(), context));
    }

    private static Body address(Address address) {
        return Body.of()
                .put("name", address.name())
                .put("street", address.line1())
                .put("street2", address.line2())
                .put("city", address.city())
                .put("state", address.state())
                .put("postal_code", address.zip())
                .put("country_code", address.country())
                .put("phone_number", address.phone());
    }

    private static Body price(long cents, Context context) {
        return Body.of().put("amount_in_cents", cents).put("currency", context.currency());
    }
}
