package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.payment.Due;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Standing;
import dev.paylater.simulator.payment.Tag;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Writes sessions and orders as Klarna does. */
final class KlarnaJson {

    private static final Shapes SHAPES = Shapes.read("klarna");

    static final String SESSION_ID = "session_id";
    static final String ORDER_ID = "order_id";

    /** In a payment's details: the hosted page was switched off. */
    static final String DISABLED = "disabled";

    private KlarnaJson() {}

    /** GET /hpp/v1/sessions/{id}, and what status updates carry. */
    static ObjectNode session(Payment payment) {
        var json = Json.MAPPER.createObjectNode();
        json.put(SESSION_ID, payment.details().path(SESSION_ID).asString());
        var status = status(payment);
        json.put("status", status);
        json.put("updated_at", Json.time(payment.updated()));
        payment.dues().stream()
                .filter(due -> due.kind() == Due.Kind.EXPIRE)
                .forEach(due -> json.put("expires_at", Json.time(due.at())));
        if (status.equals("COMPLETED")) {
            json.put(ORDER_ID, payment.id());
            json.put("klarna_reference", reference(payment));
        }
        return json;
    }

    private static String status(Payment payment) {
        if (hasOrder(payment)) {
            return "COMPLETED";
        }
        if (isDisabled(payment)) {
            return "DISABLED";
        }
        return switch (payment.stage()) {
            case REQUIRES_ACTION -> "WAITING";
            case CANCELLED -> "CANCELLED";
            case EXPIRED -> "TIMEOUT";
            case DECLINED -> "FAILED";
            case APPROVED, PENDING, REVIEW -> "COMPLETED";
        };
    }

    /** Whether the customer got as far as an order, whatever became of it. */
    static boolean hasOrder(Payment payment) {
        return switch (payment.stage()) {
            case APPROVED, PENDING, REVIEW -> true;
            case DECLINED -> payment.has(Tag.FRAUD) || payment.has(Tag.PENDING_DECLINED);
            case CANCELLED -> !payment.voids().isEmpty() && !isDisabled(payment);
            case REQUIRES_ACTION, EXPIRED -> false;
        };
    }

    private static boolean isDisabled(Payment payment) {
        return payment.details().path(DISABLED).asBoolean(false);
    }

    /** GET /ordermanagement/v1/orders/{id}, in the shape of Klarna's exchanges. */
    static ObjectNode order(Payment payment) {
        var captures =
                payment.captures().stream()
                        .filter(capture -> capture.standing() == Standing.SUCCEEDED)
                        .toList();
        var refunds =
                payment.refunds().stream()
                        .filter(refund -> refund.standing() == Standing.SUCCEEDED)
                        .toList();
        return SHAPES.of("a capture is found by our reference")
                .put("/" + ORDER_ID, payment.id())
                .put("/status", orderStatus(payment))
                .put("/fraud_status", fraudStatus(payment))
                .put("/order_amount", orderAmount(payment))
                .put("/original_order_amount", payment.amount())
                .put("/captured_amount", payment.captured())
                .put("/refunded_amount", payment.refunded())
                .put("/remaining_authorized_amount", payment.capturable())
                .put("/purchase_currency", payment.currency())
                .put("/klarna_reference", reference(payment))
                .put("/merchant_reference1", payment.merchantReference())
                .put("/merchant_reference2", payment.attemptReference())
                .put("/created_at", Json.time(payment.created()))
                .each(
                        "/captures",
                        captures,
                        (one, capture) ->
                                one.put("/capture_id", capture.id())
                                        .put("/klarna_reference", reference(payment))
                                        .put("/captured_amount", capture.amount())
                                        .put("/refunded_amount", capture.refunded())
                                        .put("/captured_at", Json.time(capture.created()))
                                        .put("/reference", capture.reference()))
                .each(
                        "/refunds",
                        refunds,
                        (one, refund) ->
                                one.put("/refund_id", refund.id())
                                        .put("/refunded_amount", refund.amount())
                                        .put("/refunded_at", Json.time(refund.created()))
                                        .put("/reference", refund.reference())
                                        .put("/description", refund.reason()))
                .json();
    }

    private static long orderAmount(Payment payment) {
        return payment.authorized() > 0 ? payment.authorized() : payment.amount();
    }

    private static String orderStatus(Payment payment) {
        if (payment.stage() == Stage.DECLINED || payment.stage() == Stage.CANCELLED) {
            return "CANCELLED";
        }
        if (payment.captured() > 0) {
            return payment.captured() == payment.authorized() ? "CAPTURED" : "PART_CAPTURED";
        }
        return payment.voided() > 0 && payment.capturable() == 0 ? "CANCELLED" : "AUTHORIZED";
    }

    static String fraudStatus(Payment payment) {
        return switch (payment.stage()) {
            case PENDING -> "PENDING";
            case DECLINED -> "REJECTED";
            case APPROVED, REVIEW, CANCELLED, REQUIRES_ACTION, EXPIRED -> "ACCEPTED";
        };
    }

    static String reference(Payment payment) {
        return "K" + payment.id().substring(0, 7).toUpperCase(Locale.ROOT);
    }
}
