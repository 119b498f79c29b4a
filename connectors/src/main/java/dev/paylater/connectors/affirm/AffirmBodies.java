package dev.paylater.connectors.affirm;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.ProductFields;
import dev.paylater.connector.kit.Shipment;
import java.util.Locale;
import java.util.Locale.IsoCountryCode;
import org.jspecify.annotations.Nullable;

/**
 * What Affirm is sent; amounts are integers of minor units. Prices are without tax, which comes on
 * top of them as the shipping does (Affirm's Magento plugin, InlineCheckout.php).
 */
final class AffirmBodies {

    private static final String DISCOUNT = "adjustment";
    private static final String ORDER = "merchant_order_reference_id";

    static final ProductFields PRODUCT =
            ProductFields.of()
                    .categoryPaths("categories")
                    .link(Feature.LINE_IMAGE, "item_image_url")
                    .link(Feature.LINE_LINK, "item_url");

    private AffirmBodies() {}

    static Body checkout(Context context) {
        var account = context.account();
        var basket = Basket.of(context);
        var body =
                Body.of()
                        .put("merchant", merchant(context))
                        .put("billing", contact(context.billing(), context.email()))
                        .put("shipping", contact(context.shipping(), context.email()))
                        .put("items", basket.items().stream().map(AffirmBodies::item).toList())
                        .put("order_id", context.attemptId())
                        .put("currency", context.currency())
                        .put("shipping_amount", basket.netShipping())
                        .put("tax_amount", basket.tax())
                        .put("total", context.amount())
                        .put("financing_program", account.settings().text("financing_program"))
                        .put("metadata", Body.of().put(ORDER, context.orderReference()).json());
        return basket.discount() == 0
                ? body
                : body.put("discounts", Body.of().put(DISCOUNT, discount(basket)));
    }

    private static Body discount(Basket basket) {
        return Body.of()
                .put("discount_amount", basket.netDiscount())
                .put("discount_display_name", DISCOUNT);
    }

    /** By default the customer would come back with a form. */
    private static Body merchant(Context context) {
        var account = context.account();
        var url = context.links().returnUrl();
        return Body.of()
                .put("public_api_key", account.credential("public_key"))
                .put("user_confirmation_url", url)
                .put("user_cancel_url", url)
                .put("user_confirmation_url_action", "GET")
                .put("name", account.settings().text("merchant_name"));
    }

    private static Body contact(Address address, @Nullable String email) {
        return Body.of()
                .put(
                        "name",
                        Body.of()
                                .put("first", address.firstName())
                                .put("last", address.lastName())
                                .json())
                .put(
                        "address",
                        Body.of()
                                .put("line1", address.line1())
                                .put("line2", address.line2())
                                .put("city", address.city())
                                .put("state", address.state())
                                .put("zipcode", address.zip())
                                .put("country", alpha3(address.country())))
                .put("phone_number", address.phone())
                .put("email", email);
    }

    private static Body item(OrderLine given) {
        var line = given.divisible();
        return PRODUCT.on(
                Body.of()
                        .put("display_name", line.name())
                        .put("sku", line.productId() == null ? line.name() : line.productId())
                        .put("unit_price", line.net() / line.quantity())
                        .put("qty", line.quantity()),
                line);
    }

    static Body exchange(Context context) {
        return Body.of()
                .put("transaction_id", context.kept(Affirm.CHECKOUT))
                .put("order_id", context.attemptId())
                .put("reference_id", context.attemptId())
                .put("expand", "events");
    }

    static Body shipment(Context context) {
        var shipment = Shipment.of(context);
        return Body.of()
                .put("shipping_carrier", shipment.carrier())
                .put("shipping_confirmation", shipment.number());
    }

    /**
     * A void or capture of everything has no amount: only accounts that may capture in parts take
     * one.
     */
    static Body event(Context context) {
        var body = Body.of().put("reference_id", context.operationId());
        return isWhole(context) ? body : body.put("amount", context.amount());
    }

    private static boolean isWhole(Context context) {
        return switch (context.operation()) {
            case VOID -> true;
            case CAPTURE -> context.amount() == context.authorizedAmount();
            default -> false;
        };
    }

    /** The country that a currency is of, in three letters. */
    static String country(Context context) {
        return switch (context.currency()) {
            case "CAD" -> "CAN";
            case "GBP" -> "GBR";
            default -> "USA";
        };
    }

    /** US is USA; what is no country is sent as it is. */
    private static @Nullable String alpha3(@Nullable String country) {
        return country == null
                        || !Locale.getISOCountries(IsoCountryCode.PART1_ALPHA2).contains(country)
                ? country
                : Locale.of("", country).getISO3Country();
    }
}
