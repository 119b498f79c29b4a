package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.payment.Due;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Standing;
import dev.paylater.simulator.payment.Tag;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes sessions and orders as Klarna does. */
final class KlarnaJson {

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

    /** GET /ordermanagement/v1/orders/{id}. */
    static ObjectNode order(Payment payment) {
        var json = Json.MAPPER.createObjectNode();
        json.put(ORDER_ID, payment.id());
        json.put("status", orderStatus(payment));
        json.put("fraud_status", fraudStatus(payment));
        json.put("order_amount", orderAmount(payment));
        json.put("original_order_amount", payment.amount());
        json.put("captured_amount", payment.captured());
        json.put("refunded_amount", payment.refunded());
        json.put("remaining_authorized_amount", payment.capturable());
        json.put("purchase_currency", payment.currency());
        json.put("klarna_reference", reference(payment));
        json.put("merchant_reference1", payment.merchantReference());
        text(json, "merchant_reference2", payment.attemptReference());
        json.put("created_at", Json.time(payment.created()));
        json.putObject("initial_payment_method").put("type", "INVOICE");
        var captures = json.putArray("captures");
        for (var capture : payment.captures()) {
            if (capture.standing() == Standing.SUCCEEDED) {
                var one = captures.addObject();
                one.put("capture_id", capture.id());
                one.put("klarna_reference", reference(payment) + "-" + captures.size());
                one.put("captured_amount", capture.amount());
                one.put("refunded_amount", capture.refunded());
                one.put("captured_at", Json.time(capture.created()));
                text(one, "reference", capture.reference());
            }
        }
        var refunds = json.putArray("refunds");
        for (var refund : payment.refunds()) {
            if (refund.standing() == Standing.SUCCEEDED) {
                var one = refunds.addObject();
                one.put("refund_id", refund.id());
                one.put("refunded_amount", refund.amount());
                one.put("refunded_at", Json.time(refund.created()));
                text(one, "reference", refund.reference());
                text(one, "description", refund.reason());
            }
        }
        return json;
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

    private static void text(ObjectNode json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
