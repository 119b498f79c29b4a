package dev.paylater.simulator.mondu;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.NumberedChanges;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedCapture;
import dev.paylater.simulator.payment.SimulatedPayment;
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

    Reply invoice(SimulatedPayment payment, StrictFields body) {
        var reference = body.requiredText("external_reference_id");
        if (!body.has(FILE)) {
            body.requiredUrl("invoice_url");
        }
        var amount = body.requiredAmount("gross_amount_cents", 1);
        return changes.numbered(
                payment,
                "invoice " + reference,
                Tag.CAPTURE_TIMEOUT,
                (now, moment) -> CaptureRules.capture(now, amount, reference, reference, moment),
                done ->
                        json.madeInvoice(
                                Objects.requireNonNull(done.payment().capture(done.subject()))));
    }

    Reply creditNote(SimulatedPayment payment, String invoice, StrictFields body) {
        var reference = body.requiredText("external_reference_id");
        var wish =
                new RefundRules.Wish(
                        body.requiredAmount("gross_amount_cents", 1),
                        invoice,
                        reference,
                        body.text("notes"),
                        reference);
        return changes.numbered(
                payment,
                "credit note " + reference,
                Tag.REFUND_TIMEOUT,
                (now, moment) -> RefundRules.refund(now, wish, moment),
                done ->
                        json.madeCreditNote(
                                Objects.requireNonNull(done.payment().refund(done.subject()))));
    }

    Reply cancel(SimulatedPayment payment) {
        return changes.cancel(payment, this::order);
    }

    /** The whole order as it shall be. */
    Reply adjust(SimulatedPayment payment, StrictFields body) {
        body.requiredText("external_reference_id");
        return changes.amount(payment, MonduFields.adjusted(body), this::order);
    }

    /** All of an invoice that was not credited yet; it stays in the list, canceled. */
    Reply cancel(SimulatedPayment payment, SimulatedCapture invoice) {
        var wish =
                new RefundRules.Wish(
                        invoice.amount() - invoice.refunded(),
                        invoice.id(),
                        invoice.id() + MonduJson.CANCELED,
                        null,
                        null);
        return changes.change(
                payment,
                (now, moment) -> RefundRules.refund(now, wish, moment),
                done -> json.invoice(done.payment(), invoice));
    }

    private ProviderAnswer order(RuleResult.Done done) {
        return json.order(done.payment());
    }
}
