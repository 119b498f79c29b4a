package dev.paylater.connectors.paypal;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.InvalidRequest;
import dev.paylater.connector.kit.Languages;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.ProductFields;
import java.util.List;
import java.util.regex.Pattern;

/** What PayPal is sent; money is {@code {"currency_code": "USD", "value": "20.00"}}. */
final class PaypalBodies {

    private static final int LONGEST_TEXT = 127;
    private static final int LONGEST_NOTE = 255;
    private static final int LONGEST_LINK = 2048;
    private static final Pattern IMAGE =
            Pattern.compile("https:[/.\\w\\s-]*\\.(jpg|gif|png|jpeg|JPG|GIF|PNG|JPEG)");

    /** developer.paypal.com: supported locale codes, of the countries with Pay Later. */
    private static final Languages LANGUAGES =
            Languages.of("AU en", "DE de en", "ES es en", "FR fr en", "GB en", "US en fr es zh");

    /** The form of an image is its OpenAPI's. */
    static final ProductFields PRODUCT =
            ProductFields.of()
                    .digital("category", "DIGITAL_GOODS")
                    .link(Feature.LINE_IMAGE, "image_url", LONGEST_LINK, IMAGE)
                    .link(Feature.LINE_LINK, "url");

    private PaypalBodies() {}

    static Body order(Context context) {
        var shipping = context.delivery();
        var unit =
                Body.of()
                        .put("custom_id", context.attemptId())
                        .put("reference_id", context.orderReference())
                        .put("description", context.terms().text("description"), LONGEST_TEXT);
        var amount = money(context, context.amount());
        if (!context.terms().at("order_details").isEmpty()) {
            items(context, unit, amount);
        }
        unit.put("amount", amount);
        if (isWhole(shipping)) {
            unit.put(
                    "shipping",
                    Body.of()
                            .put("name", Body.of().put("full_name", shipping.name()))
                            .put("address", address(shipping).json()));
        }
        return Body.of()
                .put("intent", context.capturesAutomatically() ? "CAPTURE" : "AUTHORIZE")
                .put("purchase_units", List.of(unit))
                .put("payment_source", Body.of().put("paypal", wallet(context, isWhole(shipping))));
    }

    /** PayPal would take up to 15 % more than is held: that is refused here, as elsewhere. */
    static Body capture(Context context) {
        var left = context.authorizedAmount() - context.capturedAmount();
        if (context.amount() > left) {
            throw new InvalidRequest("Only " + left + " can be captured.");
        }
        return reference(context)
                .put("amount", money(context, context.amount()))
                .put("final_capture", context.amount() == left);
    }

    static Body refund(Context context) {
        return reference(context)
                .put("amount", money(context, context.amount()))
                .put("custom_id", context.attemptId())
                .put("note_to_payer", context.reason(), LONGEST_NOTE);
    }

    /** By which a capture or refund is found among those that the order shows. */
    private static Body reference(Context context) {
        return Body.of().put("invoice_id", context.operationId());
    }

    private static Body wallet(Context context, boolean shipped) {
        var account = context.account();
        var billing = context.billing();
        var url = context.links().returnUrl();
        return Body.of()
                .put(
                        "name",
                        Body.of()
                                .put("given_name", billing.firstName())
                                .put("surname", billing.lastName())
                                .json())
                .put("email_address", context.email())
                .put("address", isWhole(billing) ? address(billing).json() : Body.of().json())
                .put(
                        "experience_context",
                        Body.of()
                                .put("brand_name", account.settings().text("brand_name"))
                                .put("locale", LANGUAGES.locale(context))
                                .put("user_action", "PAY_NOW")
                                .put(
                                        "shipping_preference",
                                        shipped ? "SET_PROVIDED_ADDRESS" : "NO_SHIPPING")
                                .put(
                                        "payment_method_preference",
                                        account.setting(
                                                "payment_method_preference",
                                                "IMMEDIATE_PAYMENT_REQUIRED"))
                                .put("return_url", url)
                                .put("cancel_url", url));
    }

    /** Once a breakdown is sent it has to add up; a line that cannot be divided is one piece. */
    private static void items(Context context, Body unit, Body amount) {
        var given = Basket.of(context);
        var basket = given.taxedByLine();
        var taxed = !basket.equals(given);
        var items = basket.items();
        var tax = taxed ? items.stream().mapToLong(OrderLine::tax).sum() : 0;
        var total = items.stream().mapToLong(OrderLine::amount).sum();
        var breakdown = Body.of().put("item_total", money(context, total - tax));
        add(context, breakdown, "tax_total", tax);
        add(context, breakdown, "shipping", basket.shipping());
        add(context, breakdown, "discount", basket.discount());
        amount.put("breakdown", breakdown);
        unit.put("items", items.stream().map(line -> item(context, line, taxed)).toList());
    }

    private static void add(Context context, Body breakdown, String name, long amount) {
        if (amount > 0) {
            breakdown.put(name, money(context, amount));
        }
    }

    /** Prices are with their tax, unless the merchant gives a tax on top of the order. */
    private static Body item(Context context, OrderLine given, boolean taxed) {
        var line = taxed ? given.divisible() : given;
        var item =
                Body.of()
                        .put("name", line.title(), LONGEST_TEXT)
                        .put("quantity", String.valueOf(line.pieces()))
                        .put(
                                "unit_amount",
                                money(
                                        context,
                                        taxed ? line.net() / line.pieces() : line.unitAmount()))
                        .put("sku", line.productId(), LONGEST_TEXT);
        PRODUCT.on(item, line);
        return taxed ? item.put("tax", money(context, line.tax() / line.pieces())) : item;
    }

    private static boolean isWhole(Address address) {
        return address.line1() != null && address.country() != null;
    }

    private static Body address(Address address) {
        return Body.of()
                .put("address_line_1", address.line1())
                .put("address_line_2", address.line2())
                .put("admin_area_2", address.city())
                .put("admin_area_1", address.state())
                .put("postal_code", address.zip())
                .put("country_code", address.country());
    }

    private static Body money(Context context, long amount) {
        return Body.of()
                .put("currency_code", context.currency())
                .put("value", MinorUnits.decimal(amount, context.currency()).toPlainString());
    }
}
