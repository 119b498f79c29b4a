package dev.paylater.connectors.sandbox;

import dev.paylater.connector.kit.Address;
import dev.paylater.connector.kit.Basket;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.ProductFields;
import dev.paylater.connector.kit.Shipment;
import java.util.List;

/** What the sandbox is sent. */
final class SandboxBodies {

    static final ProductFields PRODUCT =
            ProductFields.of()
                    .text(Feature.LINE_CATEGORY, "category")
                    .text(Feature.LINE_SUB_CATEGORY, "sub_category")
                    .text(Feature.LINE_BRAND, "brand")
                    .text(Feature.LINE_PRODUCT_TYPE, "product_type")
                    .link(Feature.LINE_IMAGE, "image_url")
                    .link(Feature.LINE_LINK, "product_url")
                    .requiresShipping("requires_shipping")
                    .text(Feature.LINE_TAX_CODE, "tax_code")
                    .text(Feature.LINE_ACCOUNT_NAME, "account_name");

    private SandboxBodies() {}

    static Body amount(Context context) {
        return Body.of().put("amount", context.amount());
    }

    static Body payment(Context context) {
        var body =
                common(context)
                        .put("country", context.country())
                        .put("sub_type", context.options().getPaymentMethodType())
                        .put("capture", context.capturesAutomatically() ? "automatic" : "manual")
                        .put("shipping", address(context.delivery()))
                        .put("order_lines", lines(context.lines(context.amount())));
        mandate(context, body);
        var authentication = context.kept(Sandbox.AUTHENTICATION_ID);
        return authentication == null
                ? body
                : body.put("three_ds", Body.of().put("authentication_id", authentication));
    }

    private static List<Body> lines(List<OrderLine> lines) {
        return lines.stream()
                .filter(line -> !line.isAdjustment())
                .map(SandboxBodies::line)
                .toList();
    }

    private static Body line(OrderLine line) {
        return PRODUCT.on(
                Body.of()
                        .put("name", line.name())
                        .put("quantity", line.quantity())
                        .put("total_amount", line.amount())
                        .put("reference", line.productId()),
                line);
    }

    static Body authentication(Context context) {
        return common(context)
                .put("device_channel", context.details().text("device_channel"))
                .put("threeds_method_comp_ind", context.details().text("threeds_method_comp_ind"))
                .put("sdk_information", context.details().at("sdk_information"))
                .put("browser_info", context.terms().at("browser_info"));
    }

    static Body capture(Context context) {
        var body =
                amount(context)
                        .put("reference", context.operationId())
                        .put("metadata", context.details().at("metadata"));
        return context.namesLines()
                ? body.put("order_lines", lines(Basket.captured(context).lines()))
                : body;
    }

    static Body refund(Context context) {
        var body =
                amount(context)
                        .put("reference", context.refundId())
                        .put("reason", context.reason())
                        .put("capture_id", context.captureId());
        return context.namesLines()
                ? body.put("order_lines", lines(Basket.refunded(context).lines()))
                : body;
    }

    static Body increment(Context context) {
        return Body.of()
                .put("additional_amount", context.amount() - context.authorizedAmount())
                .put("reason", context.reason());
    }

    static Body evidence(Context context) {
        return Body.of().put("evidence", context.details().at("evidence"));
    }

    static Body shipment(Context context) {
        var shipment = Shipment.of(context);
        var body =
                Body.of()
                        .put("capture_id", context.captureId())
                        .put("carrier", shipment.carrier())
                        .put("tracking_number", shipment.number())
                        .put("tracking_url", shipment.link());
        return context.namesLines() ? body.put("order_lines", lines(context.namedLines())) : body;
    }

    private static Body common(Context context) {
        var billing = context.billing();
        var phone = context.customerPhone();
        return Body.of()
                .put("merchant_reference", context.paymentId())
                .put("attempt_reference", context.attemptId())
                .put("order_reference", context.orderReference())
                .put("amount", context.amount())
                .put("currency", context.currency())
                .put("description", context.terms().text("description"))
                .put("locale", context.terms().text("locale"))
                .put("billing", address(billing))
                .put(
                        "customer",
                        Body.of()
                                .put("email", context.email())
                                .put("first_name", billing.firstName())
                                .put("last_name", billing.lastName())
                                .put("phone", phone == null ? billing.phone() : phone)
                                .put("birth_date", context.terms().text("birth_date"))
                                .put("gender", context.terms().text("gender")))
                .put("return_url", context.links().returnUrl())
                .put("webhook_url", context.links().webhookUrl());
    }

    private static void mandate(Context context, Body body) {
        if (context.mandateId() != null) {
            body.put("mandate", Body.of().put("mandate_id", context.mandateId()));
        } else if (context.wantsMandate()) {
            body.put(
                    "mandate",
                    Body.of()
                            .put("create", true)
                            .put(
                                    "replaces",
                                    context.terms().text("mandate_data", "update_mandate_id")));
        }
    }

    private static Body address(Address address) {
        return Body.of()
                .put("first_name", address.firstName())
                .put("last_name", address.lastName())
                .put("line1", address.line1())
                .put("line2", address.line2())
                .put("city", address.city())
                .put("zip", address.zip())
                .put("state", address.state())
                .put("country", address.country())
                .put("email", address.email())
                .put("phone", address.phone());
    }
}
