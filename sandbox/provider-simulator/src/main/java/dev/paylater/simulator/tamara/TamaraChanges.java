package dev.paylater.simulator.tamara;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.DecimalAmount;
import dev.paylater.simulator.dialect.NumberedChanges;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;

/** Captures, cancellations and refunds: nothing is idempotent, and no name of ours is unique. */
final class TamaraChanges {

    private static final String TOTAL = "total_amount";

    private final TamaraAnswers answers;
    private final NumberedChanges changes;

    TamaraChanges(TamaraDialect dialect, TamaraAnswers answers, Book book) {
        this.answers = answers;
        this.changes =
                new NumberedChanges(
                        dialect,
                        book,
                        answers.error(409, "in_use"),
                        failure -> answers.error(409, failure.message()));
    }

    /** An older form of the call says nothing of the shipping. */
    Reply capture(SimulatedPayment payment, StrictFields body, boolean shipped) {
        var amount = positive(body, payment.currency());
        if (shipped && !body.has("shipping_info")) {
            throw body.missing("shipping_info");
        }
        var number = body.object("shipping_info").text("tracking_number");
        var key = number == null ? payment.id() + "_capture" : number;
        return changes.change(
                payment,
                Tag.CAPTURE_TIMEOUT,
                (now, moment) -> CaptureRules.capture(now, amount, key, number, moment),
                answers::captured);
    }

    /** Of what is authorised, until something is captured. */
    Reply cancel(SimulatedPayment payment, StrictFields body) {
        var amount = positive(body, payment.currency());
        return changes.change(
                payment,
                (now, moment) ->
                        now.captured() > 0 || now.capturable() == 0
                                ? RuleResult.refused(
                                        ProviderFailure.Code.INVALID_STATE,
                                        "The order is not authorised.")
                                : CaptureRules.release(now, amount, now.id() + "_cancel", moment),
                answers::canceled);
    }

    Reply refund(SimulatedPayment payment, StrictFields body) {
        var reference = body.text("merchant_refund_id");
        var wish =
                new RefundRules.Wish(
                        positive(body, payment.currency()),
                        null,
                        reference == null ? payment.id() + "_refund" : reference,
                        body.requiredText("comment"),
                        reference);
        return changes.change(
                payment,
                Tag.REFUND_TIMEOUT,
                (now, moment) -> RefundRules.refund(now, wish, moment),
                answers::refunded);
    }

    /** As older plugins ask for it: of each capture so much. */
    Reply refundCaptures(SimulatedPayment payment, StrictFields body) {
        var answered = BookJson.MAPPER.createObjectNode().put("order_id", payment.id());
        var refunds = answered.putArray("refunds");
        for (var entry : body.list("refunds")) {
            var capture = entry.requiredText("capture_id");
            var wish =
                    new RefundRules.Wish(
                            positive(entry, payment.currency()),
                            capture,
                            payment.id() + "_refund",
                            entry.text("comment"),
                            null);
            var reply =
                    changes.change(
                            payment,
                            (now, moment) -> RefundRules.refund(now, wish, moment),
                            done -> {
                                refunds.addObject()
                                        .put("capture_id", capture)
                                        .put("refund_id", done.subject());
                                return ProviderAnswer.of(200, answered);
                            });
            if (reply.answer().status() != 200) {
                return reply;
            }
        }
        return Reply.of(ProviderAnswer.of(200, answered));
    }

    private static long positive(StrictFields body, String currency) {
        DecimalAmount.of(body, TOTAL).positive(body, TOTAL);
        return DecimalAmount.of(body, TOTAL, currency);
    }
}
