package dev.paylater.simulator.alma;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.SimulatedCapture;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedRefund;
import dev.paylater.simulator.payment.Stage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What Alma answers, in the shapes of its exchanges. */
final class AlmaAnswers {

    private static final long HELD_SECONDS = 7L * 24 * 60 * 60;
    private static final int USUAL_COUNT = 3;
    static final long LEAST = 5_000;
    static final long MOST = 200_000;
    private static final String ORDER = "order_";

    private final Shapes shapes = Shapes.read("alma");
    private final String publicUrl;

    AlmaAnswers(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    ProviderAnswer error(int status, String code, String message) {
        return shapes.of("a payment that Alma cannot use is refused")
                .put("/error_code", code)
                .put("/message", message)
                .put("/errors/0/message", message)
                .answer(status);
    }

    ProviderAnswer invalid(String message) {
        return error(400, "validation_error", message);
    }

    /** Whether each of the plans is for this amount: sandbox accounts have one range for all. */
    static ProviderAnswer eligibility(StrictFields body) {
        var amount = body.requiredAmount("purchase_amount", 0);
        var list = BookJson.MAPPER.createArrayNode();
        for (var query : body.list("queries")) {
            list.add(judged(query.object().deepCopy(), amount));
        }
        return ProviderAnswer.of(200, list);
    }

    /** Version 1 answers one number of instalments with one plan, and several with a list. */
    static ProviderAnswer eligibilityOfPayment(StrictFields payment) {
        var amount = payment.requiredAmount("purchase_amount", 0);
        var counts = payment.object().path("installments_count");
        if (!counts.isArray()) {
            return ProviderAnswer.of(200, judged(plan(counts.asInt(USUAL_COUNT)), amount));
        }
        var list = BookJson.MAPPER.createArrayNode();
        counts.forEach(count -> list.add(judged(plan(count.asInt(USUAL_COUNT)), amount)));
        return ProviderAnswer.of(200, list);
    }

    private static ObjectNode plan(int count) {
        return BookJson.MAPPER.createObjectNode().put("installments_count", count);
    }

    /** Clients know a plan by all three of its numbers (general_3_0_0). */
    private static ObjectNode judged(ObjectNode plan, long amount) {
        for (var later : List.of("deferred_days", "deferred_months")) {
            if (!plan.has(later)) {
                plan.put(later, 0);
            }
        }
        var eligible = amount >= LEAST && amount <= MOST;
        plan.put("eligible", eligible);
        if (!eligible) {
            plan.putObject("reasons").put("purchase_amount", "invalid_value");
            plan.putObject("constraints")
                    .putObject("purchase_amount")
                    .put("minimum", LEAST)
                    .put("maximum", MOST);
        }
        return plan;
    }

    ProviderAnswer capture(SimulatedCapture capture) {
        return shapes.of("a payment is captured once")
                .put("/id", capture.id())
                .put("/amount", capture.amount())
                .answer(200);
    }

    ProviderAnswer refund(SimulatedRefund refund) {
        var refunds = shapes.of("a refund is shown by the payment with our reference").json();
        var shape = new Shape((ObjectNode) refunds.at("/refunds/0"));
        refund(shape, refund);
        return shape.answer(200);
    }

    ProviderAnswer payment(SimulatedPayment payment) {
        var shape =
                shapes.of("a refund is shown by the payment with our reference")
                        .put("/id", payment.id())
                        .put("/url", publicUrl + "/pages/alma/" + payment.id())
                        .put("/processing_status", status(payment))
                        .put("/cancelation_reason", reason(payment))
                        .put("/state", state(payment))
                        .put("/created", payment.created() / 1000)
                        .put("/updated", payment.updated() / 1000)
                        .put("/purchase_amount", payment.amount())
                        .put("/payment_plan/0/due_date", payment.created() / 1000)
                        .put("/payment_plan/0/purchase_amount", payment.amount())
                        .put("/payment_plan/0/original_purchase_amount", payment.amount())
                        .put("/capture_method", payment.automaticCapture() ? "automatic" : "manual")
                        .put("/authorization_expires_at", payment.created() / 1000 + HELD_SECONDS)
                        .put("/custom_data/payment_id", payment.merchantReference())
                        .put("/return_url", AlmaDialect.back(payment, payment.returnUrl()))
                        .put("/customer_cancel_url", AlmaDialect.back(payment, cancelUrl(payment)))
                        .put("/amount_already_refunded", payment.refunded())
                        .each("/refunds", payment.refunds(), AlmaAnswers::refund);
        shape.json()
                .put("deferred_trigger", false)
                .put("is_deferred_capture", !payment.automaticCapture())
                .put(
                        "is_completely_refunded",
                        payment.refunded() > 0 && payment.refunded() == payment.captured())
                .putArray("orders")
                .add(order(payment));
        return shape.answer(200);
    }

    /** As its PHP client reads it (Order.php:99-111). */
    static ObjectNode order(SimulatedPayment payment) {
        return BookJson.MAPPER
                .createObjectNode()
                .put("id", payment.id().replaceFirst("^payment_", ORDER))
                .put("payment", payment.id())
                .put("merchant_reference", payment.attemptReference())
                .put("created", payment.created() / 1000)
                .put("updated", payment.updated() / 1000)
                .putNull("comment")
                .putNull("customer_url")
                .putNull("merchant_url")
                .set("data", BookJson.MAPPER.createObjectNode());
    }

    static String paymentOf(String order) {
        return order.replaceFirst("^" + ORDER, "payment_");
    }

    private static void refund(Shape entry, SimulatedRefund refund) {
        entry.put("/id", refund.id())
                .put("/created", refund.created() / 1000)
                .put("/amount", refund.amount())
                .put("/payment_refund_amount", refund.amount())
                .put("/merchant_reference", refund.reference());
    }

    static @Nullable String cancelUrl(SimulatedPayment payment) {
        return payment.details().path(AlmaDialect.CANCEL_URL).asString(null);
    }

    private static String status(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION, DECLINED, PENDING, REVIEW -> "awaiting_authorization";
            case CANCELLED, EXPIRED -> "canceled";
            case APPROVED -> {
                if (payment.captured() > 0) {
                    yield "captured";
                }
                yield payment.voided() > 0 ? "canceled" : "authorized";
            }
        };
    }

    private static @Nullable String reason(SimulatedPayment payment) {
        if (!status(payment).equals("canceled")) {
            return null;
        }
        if (payment.stage() == Stage.EXPIRED) {
            return payment.authorized() > 0 ? "authorization_expired" : "expired";
        }
        return payment.voids().isEmpty() ? "requested_by_customer" : "requested_by_merchant";
    }

    private static String state(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case DECLINED -> "scored_no";
            case APPROVED -> "in_progress";
            case REQUIRES_ACTION, PENDING, REVIEW, CANCELLED, EXPIRED -> "not_started";
        };
    }
}
