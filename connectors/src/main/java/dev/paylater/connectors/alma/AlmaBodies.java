package dev.paylater.connectors.alma;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.CustomerHistory;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Plan;
import dev.paylater.connector.kit.ProductFields;
import dev.paylater.connector.kit.Shipment;
import dev.paylater.connector.kit.Verifications;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What Alma is sent; money is integer cents. */
final class AlmaBodies {

    private static final int USUAL_INSTALMENTS = 3;
    private static final int USUAL_DAYS = 30;
    private static final Set<String> LANGUAGES = Set.of("fr", "en", "it", "es", "de", "nl");

    static final ProductFields PRODUCT =
            ProductFields.of()
                    .categories("categories")
                    .text(Feature.LINE_BRAND, "vendor")
                    .link(Feature.LINE_IMAGE, "picture_url")
                    .link(Feature.LINE_LINK, "url")
                    .requiresShipping("requires_shipping");

    private AlmaBodies() {}

    static Body payment(Context context) {
        var billing = context.billing();
        var shipping = context.delivery();
        var url = context.links().returnUrl();
        var payment =
                plan(context)
                        .put("purchase_amount", context.amount())
                        .put("return_url", url)
                        .put("customer_cancel_url", url)
                        .put("failure_return_url", url)
                        .put("ipn_callback_url", Verifications.provenAddress(context))
                        .put(
                                "custom_data",
                                Body.of()
                                        .put("payment_id", context.paymentId())
                                        .put("order_id", context.orderReference()))
                        .put("locale", locale(context))
                        .put(
                                "capture_method",
                                context.capturesAutomatically() ? "automatic" : "manual")
                        .put("origin", "online")
                        .put("billing_address", address(billing).json())
                        .put("shipping_address", address(shipping).json());
        if (!context.terms().at("order_details").isEmpty()) {
            payment.put("cart", Body.of().put("items", items(context)));
        }
        return Body.of()
                .put("payment", payment)
                .put(
                        "customer",
                        Body.of()
                                .put("first_name", billing.firstName())
                                .put("last_name", billing.lastName())
                                .put("email", context.email())
                                .put("phone", billing.phone())
                                .json())
                .put("orders", List.of(Body.of().put("merchant_reference", context.attemptId())))
                .put("website_customer_details", history(context).json());
    }

    /** Alma's plugins for PrestaShop and WooCommerce give the time in seconds. */
    private static Body history(Context context) {
        var known = CustomerHistory.of(context);
        return known == null
                ? Body.of()
                : Body.of()
                        .put("new_customer", known.paidOrders() == 0)
                        .put("created", known.since().getEpochSecond());
    }

    static Body capture(Context context) {
        return Body.of()
                .put("amount", context.amount())
                .put("merchant_reference", context.operationId());
    }

    static Body shipment(Context context) {
        var shipment = Shipment.of(context);
        return Body.of()
                .put("carrier", shipment.carrier())
                .put("tracking_number", shipment.requiredNumber("Alma"))
                .put("tracking_url", shipment.link());
    }

    static Body refund(Context context) {
        return capture(context).put("comment", context.reason());
    }

    static Plan plan(@Nullable String type, Fields settings) {
        return isLater(type)
                ? Plan.later(Period.ofDays(days(settings)))
                : Plan.parts(instalments(settings), Period.ofMonths(1));
    }

    private static Body plan(Context context) {
        var settings = context.account().settings();
        var later = isLater(context.options().getPaymentMethodType());
        return Body.of()
                .put("installments_count", later ? 1 : instalments(settings))
                .put("deferred_days", later ? days(settings) : 0)
                .put("deferred_months", 0);
    }

    /** An invoice is paid later as a whole, everything else in instalments. */
    private static boolean isLater(@Nullable String type) {
        return "invoice".equals(type);
    }

    private static int instalments(Fields settings) {
        return settings.at("installments_count").asInt(USUAL_INSTALMENTS);
    }

    private static int days(Fields settings) {
        return settings.at("deferred_days").asInt(USUAL_DAYS);
    }

    private static List<Body> items(Context context) {
        var items = new ArrayList<Body>();
        for (var line : context.lines(context.amount())) {
            items.add(
                    PRODUCT.on(
                            Body.of()
                                    .put("title", line.title())
                                    .put("sku", line.productId())
                                    .put("quantity", line.pieces())
                                    .put("unit_price", line.unitAmount())
                                    .put("line_price", line.amount()),
                            line));
        }
        return items;
    }

    private static Body address(Address address) {
        return Body.of()
                .put("first_name", address.firstName())
                .put("last_name", address.lastName())
                .put("line1", address.line1())
                .put("line2", address.line2())
                .put("postal_code", address.zip())
                .put("city", address.city())
                .put("country", address.country());
    }

    private static String locale(Context context) {
        return context.locales()
                .map(locale -> locale.toLowerCase(Locale.ROOT).split("[-_]", 2)[0])
                .filter(LANGUAGES::contains)
                .findFirst()
                .orElse("fr");
    }
}
