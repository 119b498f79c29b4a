package dev.paylater.connector.provider.afterpay;

import static dev.paylater.connector.provider.Body.put;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.provider.Address;
import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.Order;
import java.util.UUID;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What Afterpay is sent. The same order always gives the same body. */
final class AfterpayBodies {

    private static final int LONGEST_REFERENCE = 128;
    private static final int LONGEST_REFUND_REFERENCE = 85;

    private AfterpayBodies() {}

    static ObjectNode checkout(Order order) {
        var body = Body.empty();
        body.set("amount", money(order, order.amount()));
        body.put("merchantReference", order.paymentId());
        put(body, "description", order.terms().text("description"));
        var billing = order.billing();
        var consumer = body.putObject("consumer");
        put(consumer, "email", order.email());
        put(consumer, "givenNames", billing.firstName());
        put(consumer, "surname", billing.lastName());
        put(consumer, "phoneNumber", billing.phone());
        contact(body, "billing", billing);
        contact(body, "shipping", Address.of(order.terms().at("shipping")));
        body.putObject("merchant")
                .put("redirectConfirmUrl", order.links().returnUrl())
                .put("redirectCancelUrl", order.links().returnUrl());
        if (!order.terms().at("order_details").isEmpty()) {
            lines(order, body.putArray("items"), body.putArray("discounts"));
        }
        return body;
    }

    /** The second call, after the customer has been at the page; captures say no requestId. */
    static ObjectNode decision(Order order, String token) {
        var body = order.capturesAutomatically() ? Body.empty() : request(order);
        return body.put("token", token).put("merchantReference", order.paymentId());
    }

    static ObjectNode capture(Order order) {
        var body = request(order);
        body.set("amount", money(order, order.amount()));
        return body.put("merchantReference", order.paymentId())
                .put("paymentEventMerchantReference", reference(order));
    }

    /** Without an amount: all that is left. */
    static ObjectNode release(Order order, boolean everything) {
        var body = request(order);
        if (!everything) {
            body.set("amount", money(order, order.amount()));
        }
        return body;
    }

    static ObjectNode refund(Order order) {
        var body = request(order);
        body.set("amount", money(order, order.amount()));
        return body.put("merchantReference", cut(order.operationId(), LONGEST_REFUND_REFERENCE))
                .put("refundMerchantReference", reference(order));
    }

    /** By which a capture is found among the events of a payment. */
    static String reference(Order order) {
        return cut(order.operationId(), LONGEST_REFERENCE);
    }

    /** The provider's form of our idempotency key. */
    static String requestId(Order order) {
        return UUID.nameUUIDFromBytes(order.idempotencyKey().getBytes(UTF_8)).toString();
    }

    private static ObjectNode request(Order order) {
        return Body.empty().put("requestId", requestId(order));
    }

    /** A price is of one piece; a line that cannot be divided is one piece. */
    private static void lines(Order order, ArrayNode items, ArrayNode discounts) {
        for (var line : order.lines(order.amount())) {
            if (line.amount() < 0) {
                discounts
                        .addObject()
                        .put("displayName", line.name())
                        .set("amount", money(order, -line.amount()));
                continue;
            }
            var item = items.addObject().put("name", line.name()).put("quantity", line.pieces());
            item.set("price", money(order, line.unitAmount()));
            put(item, "sku", line.productId());
        }
    }

    /** An address is taken whole or not at all. */
    private static void contact(ObjectNode body, String name, Address address) {
        if (address.line1() == null || address.zip() == null || address.country() == null) {
            return;
        }
        var contact = body.putObject(name);
        contact.put("name", address.name());
        contact.put("line1", address.line1());
        put(contact, "line2", address.line2());
        put(contact, "area1", address.city());
        put(contact, "region", address.state());
        contact.put("postcode", address.zip());
        contact.put("countryCode", address.country());
        put(contact, "phoneNumber", address.phone());
    }

    private static ObjectNode money(Order order, long amount) {
        return AfterpayMoney.of(amount, order.currency());
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(text.length() - longest);
    }
}
