package dev.paylater.connectors.scalapay;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.ProductFields;

/** What Scalapay is sent; money is {@code {"amount": "104.00", "currency": "EUR"}}. */
final class ScalapayBodies {

    private static final long FIVE_DAYS = 432_000_000;

    static final ProductFields PRODUCT =
            ProductFields.of()
                    .text(Feature.LINE_CATEGORY, "category")
                    .list(Feature.LINE_SUB_CATEGORY, "subcategory")
                    .text(Feature.LINE_BRAND, "brand")
                    .link(Feature.LINE_IMAGE, "imageUrl")
                    .link(Feature.LINE_LINK, "pageUrl");

    private ScalapayBodies() {}

    static Body order(Context context) {
        var billing = context.billing();
        var url = context.links().returnUrl();
        var basket = Basket.of(context);
        var order = reference(context);
        if (basket.shipping() > 0) {
            order.put("shippingAmount", money(basket.shipping(), context));
        }
        if (basket.orderTax() > 0) {
            order.put("taxAmount", money(basket.orderTax(), context));
        }
        return product(
                order.put("totalAmount", money(context.amount(), context))
                        .put(
                                "consumer",
                                Body.of()
                                        .put("givenNames", billing.firstName())
                                        .put("surname", billing.lastName())
                                        .put("email", context.email())
                                        .put("phoneNumber", billing.phone()))
                        .put("billing", address(billing))
                        .put("shipping", address(context.shipping()))
                        .put(
                                "items",
                                basket.items().stream().map(line -> item(line, context)).toList())
                        .put(
                                "discounts",
                                basket.discounts().stream()
                                        .map(line -> discount(line, context))
                                        .toList())
                        .put(
                                "merchant",
                                Body.of()
                                        .put("redirectConfirmUrl", url)
                                        .put("redirectCancelUrl", url))
                        .put("type", "online"),
                context);
    }

    private static Body item(OrderLine line, Context context) {
        return PRODUCT.on(
                Body.of()
                        .put("name", line.title())
                        .put("sku", line.productId())
                        .put("quantity", line.pieces())
                        .put("price", money(line.unitAmount(), context)),
                line);
    }

    private static Body discount(OrderLine line, Context context) {
        return Body.of()
                .put("displayName", line.name())
                .put("amount", money(-line.amount(), context));
    }

    /** For how long the order can be captured, unless the contract says otherwise. */
    static Body delay(Context context) {
        var millis = context.account().settings().at("authorization_expiry_millis");
        return reference(context).put("authorizationExpiryMilliseconds", millis.asLong(FIVE_DAYS));
    }

    static Body capture(Context context) {
        return reference(context)
                .put("token", context.requiredTransactionId())
                .put("amount", money(context.amount(), context));
    }

    static Body refund(Context context) {
        return Body.of()
                .put("refundAmount", money(context.amount(), context))
                .put("merchantRefundReference", context.operationId());
    }

    static Body reference(Context context) {
        return Body.of().put("merchantReference", context.attemptId());
    }

    /** Without a product, what the merchant's contract says. */
    private static Body product(Body body, Context context) {
        var account = context.account();
        return "invoice".equals(context.options().getPaymentMethodType())
                ? body.put("product", "later")
                        .put(
                                "frequency",
                                Body.of()
                                        .put("number", 1)
                                        .put(
                                                "frequencyType",
                                                account.setting("later_frequency", "monthly")))
                : body.put("product", account.settings().text("product"));
    }

    private static Body address(Address address) {
        return Body.of()
                .put("name", address.name())
                .put("line1", address.line1())
                .put("line2", address.line2())
                .put("suburb", address.city())
                .put("postcode", address.zip())
                .put("countryCode", address.country())
                .put("phoneNumber", address.phone());
    }

    private static Body money(long amount, Context context) {
        return MinorUnits.money(amount, context.currency());
    }
}
