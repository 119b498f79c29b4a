package dev.paylater.simulator.riverty;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.dialect.NumberedChanges;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.SimulatedCapture;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import java.util.UUID;

/** Captures, voids, refunds and updates: nothing is idempotent, but a number is taken once. */
final class RivertyChanges {

    private final RivertyAnswers answers;
    private final NumberedChanges changes;

    RivertyChanges(RivertyDialect dialect, RivertyAnswers answers, Book book) {
        this.answers = answers;
        this.changes =
                new NumberedChanges(
                        dialect,
                        book,
                        answers.error(400, RivertyAnswers.USED, "The number is used."),
                        answers::of);
    }

    Reply capture(SimulatedPayment payment, StrictFields body) {
        var amount = RivertyFields.total(body.object("orderDetails"), payment.currency());
        var number = body.text("invoiceNumber");
        var key = number == null ? UUID.randomUUID().toString() : number;
        return changes.numbered(
                payment,
                "capture " + key,
                Tag.CAPTURE_TIMEOUT,
                (now, moment) -> CaptureRules.capture(now, amount, key, number, moment),
                answers::captured);
    }

    /** All that is left, or a part of it. */
    Reply cancel(SimulatedPayment payment, StrictFields body) {
        var details = body.object("cancellationDetails");
        var amount =
                details.has("totalGrossAmount")
                        ? (Long) details.requiredDecimal("totalGrossAmount", payment.currency())
                        : null;
        var key = payment.id() + "_void_" + payment.voids().size();
        return changes.change(
                payment,
                (now, moment) -> CaptureRules.release(now, amount, key, moment),
                answers::voided);
    }

    /** Of one capture; its lines come under either name. */
    Reply refund(SimulatedPayment payment, StrictFields body) {
        var captured = body.requiredText("captureNumber");
        var capture =
                payment.captures().stream()
                        .filter(one -> RivertyAnswers.number(one).equals(captured))
                        .map(SimulatedCapture::id)
                        .findFirst()
                        .orElseThrow(() -> body.wrong("captureNumber", "is unknown"));
        var lines = body.list(body.has("orderItems") ? "orderItems" : "items");
        var number = body.text("creditNoteNumber");
        var key = number == null ? UUID.randomUUID().toString() : number;
        var wish =
                new RefundRules.Wish(
                        RivertyFields.sum(lines, "grossUnitPrice", payment.currency()),
                        capture,
                        key,
                        null,
                        number);
        return changes.numbered(
                payment,
                "refund " + key,
                Tag.REFUND_TIMEOUT,
                (now, moment) -> RefundRules.refund(now, wish, moment),
                answers::refunded);
    }

    /** The order is for so much from now on. */
    Reply update(SimulatedPayment payment, StrictFields body) {
        var total = RivertyFields.total(body.object("order"), payment.currency());
        return changes.amount(payment, total, done -> answers.decided(done.payment()));
    }
}
