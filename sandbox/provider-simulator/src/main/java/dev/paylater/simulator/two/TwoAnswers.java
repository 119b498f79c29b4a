package dev.paylater.simulator.two;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.PartStatus;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedCapture;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedRefund;
import dev.paylater.simulator.payment.Tag;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Two answers, in the shapes of its exchanges. */
final class TwoAnswers {

    /** In a payment's details: the merchant has confirmed. */
    static final String CONFIRMED = "confirmed";

    private final Shapes shapes = Shapes.read("two");
    private final String publicUrl;

    TwoAnswers(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    ProviderAnswer error(int status, String code, String message) {
        return shapes.of("data that Two cannot use is refused")
                .put("/error_code", code)
                .put("/error_message", message)
                .put("/error_details", message)
                .answer(status);
    }

    ProviderAnswer of(BadRequest bad) {
        return error(400, "SCHEMA_ERROR", bad.explanation());
    }

    ProviderAnswer of(ProviderFailure failure) {
        return error(400, "ORDER_INVALID", failure.message());
    }

    ProviderAnswer order(SimulatedPayment payment) {
        return shape(payment).answer(200);
    }

    ProviderAnswer created(SimulatedPayment payment) {
        return shape(payment).answer(201);
    }

    /** The orders of one name. */
    ProviderAnswer orders(SimulatedPayment payment) {
        return ProviderAnswer.of(200, BookJson.MAPPER.createArrayNode().add(shape(payment).json()));
    }

    private Shape shape(SimulatedPayment payment) {
        return shapes.of("an order with a refund")
                .put("/id", payment.id())
                .put("/merchant_order_id", payment.key())
                .put("/state", state(payment))
                .put("/status", status(payment))
                .put("/decline_reason", reason(payment))
                .put("/payment_url", publicUrl + "/pages/two/" + payment.id())
                .put("/currency", payment.currency())
                .put("/gross_amount", text(payment, payment.amount()))
                .put("/date_created", BookJson.time(payment.created()))
                .each(
                        "/refunds",
                        payment.refunds(),
                        (entry, refund) ->
                                entry.put("/id", refund.id())
                                        .put("/refund_reference", refund.reference())
                                        .put("/amount", text(payment, -refund.amount()))
                                        .put("/total_amount", text(payment, -refund.amount()))
                                        .put("/currency", payment.currency()));
    }

    /** Each is an order of its own. */
    ProviderAnswer fulfilments(SimulatedPayment payment) {
        return shapes.of("a part that is fulfilled is found by the name of its line")
                .each(
                        "/fulfilled_orders",
                        payment.captures(),
                        (entry, capture) -> fill(entry, payment, capture))
                .answer(200);
    }

    private static void fill(Shape entry, SimulatedPayment payment, SimulatedCapture capture) {
        entry.put("/id", capture.id())
                .put("/merchant_order_id", payment.key())
                .put(
                        "/state",
                        capture.standing() == PartStatus.PENDING ? "FULFILLING" : "FULFILLED")
                .put("/currency", payment.currency())
                .put("/gross_amount", text(payment, capture.amount()))
                .put("/line_items/0/line_item_reference", capture.reference());
    }

    /** Its answer says nothing of how far it is. */
    static ProviderAnswer fulfilled(RuleResult.Done done) {
        var json = BookJson.MAPPER.createObjectNode();
        json.putObject("fulfilled_order").put("id", done.subject());
        if (done.payment().capturable() > 0) {
            json.putObject("remained_order").put("id", done.payment().id());
        } else {
            json.putNull("remained_order");
        }
        return ProviderAnswer.of(200, json);
    }

    /** Below zero. */
    ProviderAnswer refunded(SimulatedPayment payment, SimulatedRefund refund) {
        var amount = text(payment, -refund.amount());
        return shapes.of("a refund is of the order")
                .put("/id", refund.id())
                .put("/amount", amount)
                .put("/total_amount", amount)
                .put("/payable_amount", amount)
                .put("/currency", payment.currency())
                .put("/refund_reference", refund.reference())
                .answer(201);
    }

    static ProviderAnswer done(int status) {
        return new ProviderAnswer(status, Map.of(), null);
    }

    static String state(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION, PENDING, REVIEW, DECLINED -> "UNVERIFIED";
            case CANCELLED, EXPIRED -> "CANCELLED";
            case APPROVED -> approved(payment);
        };
    }

    private static String approved(SimulatedPayment payment) {
        if (payment.captures().isEmpty()) {
            if (payment.capturable() == 0) {
                return "CANCELLED";
            }
            return payment.details().has(CONFIRMED) ? "CONFIRMED" : "VERIFIED";
        }
        if (payment.refunded() > 0) {
            return "REFUNDED";
        }
        return payment.captured() == 0 ? "FULFILLING" : "FULFILLED";
    }

    static String status(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION, CANCELLED, EXPIRED -> "APPROVED";
            case PENDING, REVIEW -> "UNINITIATED";
            case DECLINED -> "REJECTED";
            case APPROVED ->
                    !payment.captures().isEmpty() && payment.capturable() > 0
                            ? "PARTIAL"
                            : "APPROVED";
        };
    }

    private static @Nullable String reason(SimulatedPayment payment) {
        if (payment.failure() == null) {
            return null;
        }
        return switch (payment.failure().code()) {
            case INSUFFICIENT_CREDIT -> "BUYER_LIMIT_EXCEEDED";
            case FRAUD_SUSPECTED -> "FRAUD_CHECK_NOT_PASSED";
            case CUSTOMER_CANCELLED, EXPIRED -> null;
            default ->
                    payment.has(Tag.DECLINED) ? "CREDIT_CHECK_FAILED" : "DECLINED_IN_VERIFICATION";
        };
    }

    static String text(SimulatedPayment payment, long minor) {
        return Decimals.of(minor, payment.currency()).toPlainString();
    }
}
