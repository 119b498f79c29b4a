package dev.paylater.connectors.tabby;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.CustomerHistory;
import dev.paylater.connector.kit.InvalidRequest;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.ProductFields;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What Tabby is sent; amounts are decimal texts, as {@code "100.00"}. */
final class TabbyBodies {

    static final ProductFields PRODUCT =
            ProductFields.of()
                    .text(Feature.LINE_CATEGORY, "category")
                    .text(Feature.LINE_BRAND, "brand")
                    .link(Feature.LINE_IMAGE, "image_url")
                    .link(Feature.LINE_LINK, "product_url");

    private TabbyBodies() {}

    static Body checkout(Context context) {
        var url = context.links().returnUrl();
        return Body.of()
                .put("payment", payment(context))
                .put("lang", context.speaks("ar") ? "ar" : "en")
                .put("merchant_code", context.account().credential("merchant_code"))
                .put(
                        "merchant_urls",
                        Body.of().put("success", url).put("cancel", url).put("failure", url));
    }

    /** Of whom nothing is known, the history begins with this order. */
    private static Body payment(Context context) {
        var billing = context.billing();
        return Body.of()
                .put("amount", decimal(context, context.amount()))
                .put("currency", context.currency())
                .put("description", context.terms().text("description"))
                .put(
                        "buyer",
                        Body.of()
                                .put("name", billing.name())
                                .put("email", required(context.email(), "e-mail address"))
                                .put("phone", required(billing.phone(), "phone")))
                .put("shipping_address", address(context.shipping()))
                .put("order", order(context))
                .put("meta", Body.of().put("order_id", context.orderReference()).json())
                .put("buyer_history", history(context))
                .put("order_history", List.of());
    }

    private static Body history(Context context) {
        var known = CustomerHistory.of(context);
        var since = known == null ? context.firstRequestedAt() : known.since();
        return Body.of()
                .put("registered_since", since.toString())
                .put("loyalty_level", known == null ? 0 : known.paidOrders());
    }

    private static Body order(Context context) {
        var body = Body.of().put("reference_id", context.attemptId());
        return lines(context, body, Basket.of(context).taxedByLine());
    }

    private static Body lines(Context context, Body body, Basket basket) {
        return body.put("items", basket.items().stream().map(line -> item(context, line)).toList())
                .put("tax_amount", decimal(context, basket.tax()))
                .put("shipping_amount", decimal(context, basket.shipping()))
                .put("discount_amount", decimal(context, basket.discount()));
    }

    private static Body item(Context context, OrderLine line) {
        return PRODUCT.on(
                Body.of()
                        .put("title", line.title())
                        .put("quantity", line.pieces())
                        .put("unit_price", decimal(context, line.unitAmount()))
                        .put("category", context.account().setting("item_category", "other"))
                        .put("reference_id", line.productId()),
                line);
    }

    /** Many places in the Gulf have no postcode, which Tabby's schema wants all the same. */
    private static Body address(Address address) {
        var street =
                Stream.of(address.line1(), address.line2())
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining(", "));
        return Body.of()
                .put("city", address.city())
                .put("address", street)
                .put("zip", address.zip() == null ? "" : address.zip());
    }

    static Body capture(Context context) {
        var body = part(context);
        return context.namesLines() ? lines(context, body, Basket.captured(context)) : body;
    }

    static Body refund(Context context) {
        var body = part(context).put("reason", context.reason());
        return context.namesLines()
                ? body.put(
                        "items",
                        Basket.refunded(context).items().stream()
                                .map(line -> item(context, line))
                                .toList())
                : body;
    }

    private static Body part(Context context) {
        return Body.of()
                .put("amount", decimal(context, context.amount()))
                .put("reference_id", context.operationId());
    }

    private static String decimal(Context context, long amount) {
        return MinorUnits.decimal(amount, context.currency()).toPlainString();
    }

    private static String required(@Nullable String text, String what) {
        return InvalidRequest.required(text, "Tabby", what);
    }
}
