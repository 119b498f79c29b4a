package dev.paylater.connectors.tamara;

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
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What Tamara is sent; money is {@code {"amount": 300.00, "currency": "SAR"}}. */
final class TamaraBodies {

    private static final int USUAL_INSTALMENTS = 3;
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("dd-MM-yyyy", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final int LONGEST_TEXT = 255;
    private static final int LONGEST_SKU = 128;

    static final ProductFields PRODUCT =
            ProductFields.of()
                    .digital("type", "Digital")
                    .link(Feature.LINE_IMAGE, "image_url")
                    .link(Feature.LINE_LINK, "item_url");

    private TamaraBodies() {}

    static Body checkout(Context context) {
        var account = context.account();
        var billing = context.billing();
        var description = context.terms().text("description");
        var reference = context.orderReference();
        var url = context.links().returnUrl();
        var body =
                Body.of()
                        .put("order_reference_id", context.attemptId())
                        .put("order_number", cut(reference, context.paymentId(), LONGEST_TEXT))
                        .put("total_amount", money(context, context.amount()))
                        .put("description", cut(description, context.paymentId(), LONGEST_TEXT))
                        .put("country_code", required(context.country(), "country"))
                        .put("payment_type", account.setting("payment_type", "PAY_BY_INSTALMENTS"))
                        .put(
                                "instalments",
                                account.settings().at("instalments").asInt(USUAL_INSTALMENTS))
                        .put("locale", context.speaks("ar") ? "ar_SA" : "en_US")
                        .put(
                                "consumer",
                                Body.of()
                                        .put("first_name", required(billing.firstName(), "name"))
                                        .put("last_name", required(billing.lastName(), "name"))
                                        .put("phone_number", required(billing.phone(), "phone"))
                                        .put("email", context.email()))
                        .put("billing_address", address(billing))
                        .put("shipping_address", address(context.shipping()))
                        .put(
                                "merchant_url",
                                Body.of()
                                        .put("success", url)
                                        .put("failure", url)
                                        .put("cancel", url)
                                        .put("notification", context.links().webhookUrl()))
                        .put("platform", "paylater");
        var known = CustomerHistory.of(context);
        if (known != null) {
            body.put("risk_assessment", risk(known));
        }
        var basket = Basket.of(context).taxedByLine();
        lines(context, body, basket);
        return basket.discount() == 0
                ? body
                : body.put(
                        "discount",
                        Body.of()
                                .put("name", "adjustment")
                                .put("amount", money(context, basket.discount())));
    }

    private static Body risk(CustomerHistory known) {
        var first = known.firstOrder();
        return Body.of()
                .put("is_existing_customer", known.paidOrders() > 0)
                .put("account_creation_date", DAY.format(known.since()))
                .put("date_of_first_transaction", first == null ? null : DAY.format(first))
                .put("total_order_count", known.paidOrders());
    }

    /** The tracking number is all of ours that Tamara shows of a capture. */
    static Body capture(Context context) {
        var body = context.namesLines() ? part(context, Basket.captured(context)) : whole(context);
        return body.put("order_id", context.requiredTransactionId())
                .put(
                        "shipping_info",
                        Body.of()
                                .put("shipped_at", context.firstRequestedAt().toString())
                                .put(
                                        "shipping_company",
                                        context.account().setting("shipping_company", "N/A"))
                                .put("tracking_number", context.operationId()));
    }

    static Body cancellation(Context context) {
        return whole(context);
    }

    static Body refund(Context context) {
        return whole(context)
                .put("comment", cut(context.reason(), context.operationId(), LONGEST_TEXT))
                .put("merchant_refund_id", context.operationId());
    }

    /** Lines have their place in the older call alone, which is of captures. */
    static Body refundOfLines(Context context) {
        var refund = part(context, Basket.refunded(context)).put("capture_id", context.captureId());
        return Body.of()
                .put("order_id", context.requiredTransactionId())
                .put("refunds", List.of(refund));
    }

    private static Body whole(Context context) {
        return Body.of().put("total_amount", money(context, context.amount()));
    }

    private static Body part(Context context, Basket basket) {
        return lines(context, whole(context), basket)
                .put("discount_amount", money(context, basket.discount()));
    }

    private static Body lines(Context context, Body body, Basket basket) {
        var items = new ArrayList<Body>();
        for (var line : basket.items()) {
            items.add(item(context, line, items.size() + 1));
        }
        return body.put("items", items)
                .put("shipping_amount", money(context, basket.shipping()))
                .put("tax_amount", money(context, basket.tax()));
    }

    private static Body item(Context context, OrderLine line, int position) {
        var id = String.valueOf(position);
        return PRODUCT.on(
                Body.of()
                        .put("reference_id", id)
                        .put("type", context.account().setting("item_type", "Physical"))
                        .put("name", cut(line.name(), id, LONGEST_TEXT))
                        .put("sku", cut(line.productId(), id, LONGEST_SKU))
                        .put("quantity", line.quantity())
                        .put("total_amount", money(context, line.amount())),
                line);
    }

    private static Body address(Address address) {
        return Body.of()
                .put("first_name", address.firstName())
                .put("last_name", address.lastName())
                .put("line1", required(address.line1(), "address"))
                .put("line2", address.line2())
                .put("region", address.state())
                .put("postal_code", address.zip())
                .put("city", required(address.city(), "city"))
                .put("country_code", required(address.country(), "country"))
                .put("phone_number", address.phone());
    }

    private static Body money(Context context, long amount) {
        return Body.of()
                .put("amount", MinorUnits.decimal(amount, context.currency()))
                .put("currency", context.currency());
    }

    private static String required(@Nullable String text, String what) {
        return InvalidRequest.required(text, "Tamara", what);
    }

    private static String cut(@Nullable String text, String otherwise, int longest) {
        var whole = text == null ? otherwise : text;
        return whole.substring(0, Math.min(whole.length(), longest));
    }
}
