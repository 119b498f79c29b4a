package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.payment.DueChange;
import dev.paylater.simulator.payment.PartStatus;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes sessions and orders as Klarna does. */
final class KlarnaJson {

    private static final Shapes SHAPES = Shapes.read("klarna");

    static final String SESSION_ID = "session_id";
    static final String ORDER_ID = "order_id";

    /** In a payment's details: the session that describes its order. */
    static final String DESCRIBED = "described_by";

    /** In a payment's details: what the merchant lowered the order to. */
    static final String ORDER_AMOUNT = "order_amount";

    /** In a payment's details: when the merchant last extended the authorization. */
    static final String EXTENDED = "extended_at";

    /** What a merchant may name an order. */
    static final List<String> REFERENCES = List.of("merchant_reference1", "merchant_reference2");

    /** In a payment's details: the parcels of each capture. */
    static final String SHIPPED = "shipped";

    /** How long an order may be captured. */
    private static final long AUTHORIZED_MILLIS = 28L * 24 * 60 * 60 * 1000;

    /** In a payment's details: the hosted page was switched off. */
    static final String DISABLED = "disabled";

    private KlarnaJson() {}

    /** GET /hpp/v1/sessions/{id}, and what status updates carry. */
    static ObjectNode session(SimulatedPayment payment) {
        var json = BookJson.MAPPER.createObjectNode();
        json.put(SESSION_ID, payment.details().path(SESSION_ID).asString());
        var status = status(payment);
        json.put("status", status);
        json.put("updated_at", BookJson.time(payment.updated()));
        payment.dues().stream()
                .filter(due -> due.kind() == DueChange.Kind.EXPIRE)
                .forEach(due -> json.put("expires_at", BookJson.time(due.at())));
        var token = SimulatedKlarnaTokens.shown(payment);
        if (token != null) {
            json.put("authorization_token", token);
        } else if (status.equals("COMPLETED")) {
            json.put(ORDER_ID, payment.id());
            json.put("klarna_reference", reference(payment));
        }
        return json;
    }

    private static String status(SimulatedPayment payment) {
        if (isThrough(payment)) {
            return "COMPLETED";
        }
        if (isDisabled(payment)) {
            return "DISABLED";
        }
        return switch (payment.stage()) {
            case REQUIRES_ACTION -> "WAITING";
            case CANCELLED -> "CANCELLED";
            case DECLINED, EXPIRED -> "FAILED";
            case APPROVED, PENDING, REVIEW -> "COMPLETED";
        };
    }

    /** Whether the customer got as far as an order, whatever became of it. */
    static boolean hasOrder(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case APPROVED, PENDING, REVIEW -> true;
            case DECLINED -> payment.has(Tag.FRAUD) || payment.has(Tag.PENDING_DECLINED);
            case CANCELLED -> !payment.voids().isEmpty() && !isDisabled(payment);
            case REQUIRES_ACTION, EXPIRED -> false;
        };
    }

    /** Whether the customer is done with the page: there is an order, or a token for one. */
    static boolean isThrough(SimulatedPayment payment) {
        return hasOrder(payment)
                || (payment.stage() == Stage.REQUIRES_ACTION && payment.consented());
    }

    /** The answer to an order that the merchant placed. */
    static ObjectNode placed(SimulatedPayment payment) {
        var json = BookJson.MAPPER.createObjectNode();
        json.put(ORDER_ID, payment.id());
        json.put("fraud_status", fraudStatus(payment));
        json.putObject("authorized_payment_method").put("type", "invoice");
        return json;
    }

    /** The answer to the request for a customer token. */
    static ProviderAnswer tokenized(String id) {
        return SHAPES.of("a customer who has agreed is tokenized, then the order is placed", 1)
                .put("/token_id", id)
                .answer(200);
    }

    private static boolean isDisabled(SimulatedPayment payment) {
        return payment.details().path(DISABLED).asBoolean(false);
    }

    /** GET /ordermanagement/v1/orders/{id}, in the shape of Klarna's exchanges. */
    static ObjectNode order(SimulatedPayment payment, ObjectNode described) {

        var captures =
                payment.captures().stream()
                        .filter(capture -> capture.standing() == PartStatus.SUCCEEDED)
                        .toList();
        var refunds =
                payment.refunds().stream()
                        .filter(refund -> refund.standing() == PartStatus.SUCCEEDED)
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
                .put("/merchant_reference1", named(payment, 0, payment.merchantReference()))
                .put("/merchant_reference2", named(payment, 1, payment.attemptReference()))
                .put("/created_at", BookJson.time(payment.created()))
                .put("/expires_at", BookJson.time(lapses(payment)))
                .copy("/purchase_country", described)
                .copy("/locale", described)
                .copy("/order_lines", described)
                .copy("/billing_address", described)
                .each(
                        "/captures",
                        captures,
                        (one, capture) ->
                                shipped(one, payment, capture.id())
                                        .put("/capture_id", capture.id())
                                        .put("/klarna_reference", reference(payment))
                                        .put("/captured_amount", capture.amount())
                                        .put("/refunded_amount", capture.refunded())
                                        .put("/captured_at", BookJson.time(capture.created()))
                                        .put("/reference", capture.reference()))
                .each(
                        "/refunds",
                        refunds,
                        (one, refund) ->
                                one.put("/refund_id", refund.id())
                                        .put("/refunded_amount", refund.amount())
                                        .put("/refunded_at", BookJson.time(refund.created()))
                                        .put("/reference", refund.reference())
                                        .put("/description", refund.reason()))
                .json();
    }

    private static Shapes.Shape shipped(Shapes.Shape capture, SimulatedPayment payment, String id) {
        var parcels = payment.details().path(SHIPPED).path(id);
        if (parcels.isArray()) {
            capture.json().set("shipping_info", parcels);
        }
        return capture;
    }

    static long orderAmount(SimulatedPayment payment) {
        var held = payment.authorized() > 0 ? payment.authorized() : payment.amount();
        return payment.details().path(ORDER_AMOUNT).asLong(held);
    }

    private static long lapses(SimulatedPayment payment) {
        return payment.details().path(EXTENDED).asLong(payment.created()) + AUTHORIZED_MILLIS;
    }

    private static @Nullable String named(
            SimulatedPayment payment, int at, @Nullable String first) {
        return payment.details().path(REFERENCES.get(at)).asString(first);
    }

    private static String orderStatus(SimulatedPayment payment) {
        if (payment.stage() == Stage.DECLINED || payment.stage() == Stage.CANCELLED) {
            return "CANCELLED";
        }
        if (payment.captured() > 0) {
            return payment.capturable() == 0 ? "CAPTURED" : "PART_CAPTURED";
        }
        return payment.voided() > 0 && payment.capturable() == 0 ? "CANCELLED" : "AUTHORIZED";
    }

    static String fraudStatus(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case PENDING -> "PENDING";
            case DECLINED -> "REJECTED";
            case APPROVED, REVIEW, CANCELLED, REQUIRES_ACTION, EXPIRED -> "ACCEPTED";
        };
    }

    static String reference(SimulatedPayment payment) {
        return "K" + payment.id().substring(0, 7).toUpperCase(Locale.ROOT);
    }
}
