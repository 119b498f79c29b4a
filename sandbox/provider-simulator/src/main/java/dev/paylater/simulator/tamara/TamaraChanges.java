package dev.paylater.simulator.tamara;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.Money;
import dev.paylater.simulator.dialect.NumberedChanges;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.payment.Capturing;
import dev.paylater.simulator.payment.Failure;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Refunding;
import dev.paylater.simulator.payment.RuleResult;
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
    Reply capture(Payment payment, Fields body, boolean shipped) {
        var amount = positive(body, payment.currency());
        if (shipped && !body.has("shipping_info")) {
            throw body.missing("shipping_info");
        }
        var number = body.object("shipping_info").text("tracking_number");
        var key = number == null ? payment.id() + "_capture" : number;
        return changes.change(
                payment,
                Tag.CAPTURE_TIMEOUT,
                (now, moment) -> Capturing.capture(now, amount, key, number, moment),
                answers::captured);
    }

    /** Of what is authorised, until something is captured. */
    Reply cancel(Payment payment, Fields body) {
        var amount = positive(body, payment.currency());
        return changes.change(
                payment,
                (now, moment) ->
                        now.captured() > 0 || now.capturable() == 0
                                ? RuleResult.refused(
                                        Failure.Code.INVALID_STATE, "The order is not authorised.")
                                : Capturing.release(now, amount, now.id() + "_cancel", moment),
                answers::canceled);
    }

    Reply refund(Payment payment, Fields body) {
        var reference = body.text("merchant_refund_id");
        var wish =
                new Refunding.Wish(
                        positive(body, payment.currency()),
                        null,
                        reference == null ? payment.id() + "_refund" : reference,
                        body.requiredText("comment"),
                        reference);
        return changes.change(
                payment,
                Tag.REFUND_TIMEOUT,
                (now, moment) -> Refunding.refund(now, wish, moment),
                answers::refunded);
    }

    private static long positive(Fields body, String currency) {
        Money.of(body, TOTAL).positive(body, TOTAL);
        return Money.of(body, TOTAL, currency);
    }
}
