package dev.paylater.connectors.afterpay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.InvalidRequest;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.ProductFields;
import dev.paylater.connector.kit.Shipment;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What Afterpay is sent; money is {@code {"amount": "20.00", "currency": "AUD"}}. */
final class AfterpayBodies {

    private static final int LONGEST_REFERENCE = 128;
    private static final int LONGEST_REFUND_REFERENCE = 85;
    private static final int LONGEST_DESCRIPTION = 256;
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_PART = 128;

    private static final Set<String> STATES = Set.of("AU", "CA", "US");

    static final ProductFields PRODUCT =
            ProductFields.of()
                    .categoryPaths("categories")
                    .link(Feature.LINE_IMAGE, "imageUrl")
                    .link(Feature.LINE_LINK, "pageUrl");

    private AfterpayBodies() {}

    static Body checkout(Context context) {
        var billing = context.billing();
        var body =
                Body.of()
                        .put("amount", money(context, context.amount()))
                        .put("merchantReference", context.paymentId())
                        .put(
                                "description",
                                context.terms().text("description"),
                                LONGEST_DESCRIPTION)
                        .put(
                                "consumer",
                                Body.of()
                                        .put("email", within(context.email(), "e-mail address"))
                                        .put("givenNames", within(billing.firstName(), "name"))
                                        .put("surname", within(billing.lastName(), "name"))
                                        .put("phoneNumber", billing.phone()))
                        .put(
                                "merchant",
                                Body.of()
                                        .put("redirectConfirmUrl", context.links().returnUrl())
                                        .put("redirectCancelUrl", context.links().returnUrl()))
                        .put("billing", contact(billing).json())
                        .put("shipping", contact(context.delivery()).json());
        if (!context.terms().at("order_details").isEmpty()) {
            lines(context, body);
        }
        return body;
    }

    /** The second call, after the customer has been at the page; captures say no requestId. */
    static Body decision(Context context) {
        var body = context.capturesAutomatically() ? Body.of() : request(context);
        return body.put("token", context.kept("token"))
                .put("merchantReference", context.paymentId());
    }

    static Body capture(Context context) {
        return request(context)
                .put("amount", money(context, context.amount()))
                .put("merchantReference", context.paymentId())
                .put("paymentEventMerchantReference", reference(context));
    }

    /** Without an amount: all that is left. */
    static Body release(Context context) {
        return context.operation() == Operation.VOID
                ? request(context)
                : request(context).put("amount", money(context, context.amount()));
    }

    static Body courier(Context context) {
        var shipment = Shipment.of(context);
        return Body.of()
                .put("shippedAt", context.firstRequestedAt().toString())
                .put("name", shipment.carrier())
                .put("tracking", shipment.number());
    }

    static boolean isCourier(JsonNode payment, Context context) {
        return Shipment.of(context)
                .isShownAs(payment.at("/orderDetails/courier"), "/name", "/tracking");
    }

    static Body refund(Context context) {
        return request(context)
                .put("amount", money(context, context.amount()))
                .put("merchantReference", cut(context.operationId(), LONGEST_REFUND_REFERENCE))
                .put("refundMerchantReference", reference(context));
    }

    /** By which a capture is found among the events of a payment. */
    static String reference(Context context) {
        return cut(context.operationId(), LONGEST_REFERENCE);
    }

    /** The provider's form of our idempotency key. */
    static String requestId(Context context) {
        return UUID.nameUUIDFromBytes(context.idempotencyKey().getBytes(UTF_8)).toString();
    }

    private static Body request(Context context) {
        return Body.of().put("requestId", requestId(context));
    }

    private static void lines(Context context, Body body) {
        var basket = Basket.of(context);
        body.put("items", basket.items().stream().map(line -> item(context, line)).toList())
                .put(
                        "discounts",
                        basket.discounts().stream().map(line -> discount(context, line)).toList());
        if (basket.shipping() > 0) {
            body.put("shippingAmount", money(context, basket.shipping()));
        }
        if (basket.orderTax() > 0) {
            body.put("taxAmount", money(context, basket.orderTax()));
        }
    }

    /** A price is of one piece; a line that cannot be divided is one piece. */
    private static Body item(Context context, OrderLine line) {
        return PRODUCT.on(
                Body.of()
                        .put("name", line.title(), LONGEST_NAME)
                        .put("quantity", line.pieces())
                        .put("price", money(context, line.unitAmount()))
                        .put("sku", line.productId(), LONGEST_REFERENCE),
                line);
    }

    private static Body discount(Context context, OrderLine line) {
        return Body.of()
                .put("displayName", line.name())
                .put("amount", money(context, -line.amount()));
    }

    /** An address is taken whole or not at all. */
    private static boolean isWhole(Address address) {
        return address.line1() != null
                && address.zip() != null
                && address.city() != null
                && address.country() != null
                && !address.name().isEmpty()
                && (address.state() != null || !STATES.contains(address.country()));
    }

    private static Body contact(Address address) {
        return !isWhole(address)
                ? Body.of()
                : Body.of()
                        .put("name", address.name(), LONGEST_NAME)
                        .put("line1", within(address.line1(), "street"))
                        .put("line2", address.line2(), LONGEST_PART)
                        .put("area1", within(address.city(), "city"))
                        .put("region", within(address.state(), "state"))
                        .put("postcode", within(address.zip(), "postcode"))
                        .put("countryCode", address.country())
                        .put("phoneNumber", address.phone());
    }

    private static @Nullable String within(@Nullable String text, String what) {
        return InvalidRequest.within(LONGEST_PART, text, "Afterpay", what);
    }

    private static Body money(Context context, long amount) {
        return MinorUnits.money(amount, context.currency());
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(text.length() - longest);
    }
}
