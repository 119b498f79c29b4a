package dev.paylater.simulator.two;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.Capture;
import dev.paylater.simulator.payment.Failure;
import dev.paylater.simulator.payment.PartStatus;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Refund;
import dev.paylater.simulator.payment.RuleResult;
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

    Answer error(int status, String code, String message) {
        return shapes.of("data that Two cannot use is refused")
                .put("/error_code", code)
                .put("/error_message", message)
                .put("/error_details", message)
                .answer(status);
    }

    Answer of(BadRequest bad) {
        return error(400, "SCHEMA_ERROR", bad.explanation());
    }

    Answer of(Failure failure) {
        return error(400, "ORDER_INVALID", failure.message());
    }

    Answer order(Payment payment) {
        return shape(payment).answer(200);
    }

    Answer created(Payment payment) {
        return shape(payment).answer(201);
    }

    /** The orders of one name. */
    Answer orders(Payment payment) {
        return Answer.of(200, Json.MAPPER.createArrayNode().add(shape(payment).json()));
    }

    private Shape shape(Payment payment) {
        return shapes.of("an order with a refund")
                .put("/id", payment.id())
                .put("/merchant_order_id", payment.key())
                .put("/state", state(payment))
                .put("/status", status(payment))
                .put("/decline_reason", reason(payment))
                .put("/payment_url", publicUrl + "/pages/two/" + payment.id())
                .put("/currency", payment.currency())
                .put("/gross_amount", text(payment, payment.amount()))
                .put("/date_created", Json.time(payment.created()))
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
    Answer fulfilments(Payment payment) {
        return shapes.of("a part that is fulfilled is found by the name of its line")
                .each(
                        "/fulfilled_orders",
                        payment.captures(),
                        (entry, capture) -> fill(entry, payment, capture))
                .answer(200);
    }

    private static void fill(Shape entry, Payment payment, Capture capture) {
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
    static Answer fulfilled(RuleResult.Done done) {
        var json = Json.MAPPER.createObjectNode();
        json.putObject("fulfilled_order").put("id", done.subject());
        if (done.payment().capturable() > 0) {
            json.putObject("remained_order").put("id", done.payment().id());
        } else {
            json.putNull("remained_order");
        }
        return Answer.of(200, json);
    }

    /** Below zero. */
    Answer refunded(Payment payment, Refund refund) {
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

    static Answer done(int status) {
        return new Answer(status, Map.of(), null);
    }

    static String state(Payment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION, PENDING, REVIEW, DECLINED -> "UNVERIFIED";
            case CANCELLED, EXPIRED -> "CANCELLED";
            case APPROVED -> approved(payment);
        };
    }

    private static String approved(Payment payment) {
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

    static String status(Payment payment) {
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

    private static @Nullable String reason(Payment payment) {
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

    static String text(Payment payment, long minor) {
        return Decimals.of(minor, payment.currency()).toPlainString();
    }
}
