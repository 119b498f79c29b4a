package dev.paylater.simulator.mondu;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.NumberedChanges;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.payment.Capture;
import dev.paylater.simulator.payment.Capturing;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Refunding;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.Tag;
import java.util.Objects;

/** Invoices, credit notes, cancellation and adjustment. Nothing is idempotent; numbers are. */
final class MonduChanges {

    /** The part of a form that has the invoice itself. */
    private static final String FILE = "file";

    private final NumberedChanges changes;
    private final MonduJson json;

    MonduChanges(MonduDialect dialect, MonduJson json, Book book) {
        this.json = json;
        changes =
                new NumberedChanges(
                        dialect,
                        book,
                        MonduErrors.error(422, "external_reference_id", "must be unique"),
                        MonduErrors::of);
    }

    Reply invoice(Payment payment, Fields body) {
        var reference = body.requiredText("external_reference_id");
        if (!body.has(FILE)) {
            body.requiredUrl("invoice_url");
        }
        var amount = body.requiredAmount("gross_amount_cents", 1);
        return changes.numbered(
                payment,
                "invoice " + reference,
                Tag.CAPTURE_TIMEOUT,
                (now, moment) -> Capturing.capture(now, amount, reference, reference, moment),
                done ->
                        json.madeInvoice(
                                Objects.requireNonNull(done.payment().capture(done.subject()))));
    }

    Reply creditNote(Payment payment, String invoice, Fields body) {
        var reference = body.requiredText("external_reference_id");
        var wish =
                new Refunding.Wish(
                        body.requiredAmount("gross_amount_cents", 1),
                        invoice,
                        reference,
                        body.text("notes"),
                        reference);
        return changes.numbered(
                payment,
                "credit note " + reference,
                Tag.REFUND_TIMEOUT,
                (now, moment) -> Refunding.refund(now, wish, moment),
                done ->
                        json.madeCreditNote(
                                Objects.requireNonNull(done.payment().refund(done.subject()))));
    }

    Reply cancel(Payment payment) {
        return changes.cancel(payment, this::order);
    }

    /** The whole order as it shall be. */
    Reply adjust(Payment payment, Fields body) {
        body.requiredText("external_reference_id");
        return changes.amount(payment, MonduFields.adjusted(body), this::order);
    }

    /** All of an invoice that was not credited yet; it stays in the list, canceled. */
    Reply cancel(Payment payment, Capture invoice) {
        var wish =
                new Refunding.Wish(
                        invoice.amount() - invoice.refunded(),
                        invoice.id(),
                        invoice.id() + MonduJson.CANCELED,
                        null,
                        null);
        return changes.change(
                payment,
                (now, moment) -> Refunding.refund(now, wish, moment),
                done -> json.invoice(done.payment(), invoice));
    }

    private Answer order(RuleResult.Done done) {
        return json.order(done.payment());
    }
}
