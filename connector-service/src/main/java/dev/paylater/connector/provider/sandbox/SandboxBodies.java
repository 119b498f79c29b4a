package dev.paylater.connector.provider.sandbox;

import static dev.paylater.connector.provider.Body.put;

import dev.paylater.connector.provider.Address;
import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.OrderLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the sandbox is sent. The same order always gives the same body. */
final class SandboxBodies {

    private SandboxBodies() {}

    static ObjectNode amount(Order order) {
        return Body.empty().put("amount", order.amount());
    }

    static ObjectNode payment(Order order) {
        var body = common(order);
        put(body, "country", order.country());
        put(body, "sub_type", order.options().getPaymentMethodType());
        body.put("capture", order.capturesAutomatically() ? "automatic" : "manual");
        body.set("shipping", address(Address.of(order.terms().at("shipping"))));
        var lines = body.putArray("order_lines");
        for (var line : OrderLine.of(order.terms().at("order_details"))) {
            var item = lines.addObject();
            item.put("name", line.name());
            item.put("quantity", line.quantity());
            item.put("total_amount", line.amount());
            put(item, "reference", line.productId());
        }
        mandate(order, body);
        var authentication = order.state().get(SandboxThreeDs.AUTHENTICATION_ID);
        if (authentication != null) {
            body.putObject("three_ds").put("authentication_id", authentication);
        }
        return body;
    }

    static ObjectNode authentication(Order order) {
        var body = common(order);
        put(body, "device_channel", order.details().text("device_channel"));
        put(body, "threeds_method_comp_ind", order.details().text("threeds_method_comp_ind"));
        copy(body, "sdk_information", order.details().at("sdk_information"));
        copy(body, "browser_info", order.terms().at("browser_info"));
        return body;
    }

    static ObjectNode capture(Order order) {
        var body = amount(order).put("reference", order.operationId());
        copy(body, "metadata", order.details().at("metadata"));
        return body;
    }

    static ObjectNode refund(Order order) {
        var body = amount(order);
        put(body, "reference", order.refundId());
        put(body, "reason", order.details().text("reason"));
        put(body, "capture_id", order.details().text("connector_capture_id"));
        return body;
    }

    static ObjectNode increment(Order order) {
        var body = Body.empty().put("additional_amount", order.amount() - order.authorizedAmount());
        put(body, "reason", order.details().text("reason"));
        return body;
    }

    private static ObjectNode common(Order order) {
        var body = Body.empty();
        body.put("merchant_reference", order.paymentId());
        body.put("attempt_reference", order.attemptId());
        body.put("amount", order.amount());
        body.put("currency", order.currency());
        var billing = order.billing();
        body.set("billing", address(billing));
        var customer = body.putObject("customer");
        put(customer, "email", order.email());
        put(customer, "first_name", billing.firstName());
        put(customer, "last_name", billing.lastName());
        put(customer, "phone", order.terms().text("customer", "phone"));
        body.put("return_url", order.links().returnUrl());
        body.put("webhook_url", order.links().webhookUrl());
        return body;
    }

    private static void mandate(Order order, ObjectNode body) {
        var options = order.options();
        var type = options.getPaymentType();
        if (order.mandateId() != null) {
            body.putObject("mandate").put("mandate_id", order.mandateId());
        } else if ("new_mandate".equals(type)
                || "setup_mandate".equals(type)
                || "off_session".equals(options.getSetupFutureUsage())) {
            var mandate = body.putObject("mandate").put("create", true);
            put(mandate, "replaces", order.terms().text("mandate_data", "update_mandate_id"));
        }
    }

    private static ObjectNode address(Address address) {
        var json = Body.empty();
        put(json, "first_name", address.firstName());
        put(json, "last_name", address.lastName());
        put(json, "line1", address.line1());
        put(json, "line2", address.line2());
        put(json, "city", address.city());
        put(json, "zip", address.zip());
        put(json, "state", address.state());
        put(json, "country", address.country());
        put(json, "email", address.email());
        put(json, "phone", address.phone());
        return json;
    }

    private static void copy(ObjectNode body, String name, JsonNode value) {
        if (value.isObject()) {
            body.set(name, value);
        }
    }
}
