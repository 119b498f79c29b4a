package dev.paylater.simulator.billie;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
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
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** Invoices, credit notes, payments to the merchant, cancellation and lower amounts. */
final class BillieChanges {

    private static final ProviderAnswer DONE = new ProviderAnswer(204, Map.of(), null);

    private final BillieDialect dialect;
    private final Book book;
    private final NumberedChanges changes;

    BillieChanges(BillieDialect dialect, Book book) {
        this.dialect = dialect;
        this.book = book;
        changes = new NumberedChanges(dialect, book, BillieErrors.inUse(), BillieErrors::of);
    }

    Reply invoice(SimulatedPayment payment, StrictFields body) {
        var code = body.requiredText("external_code");
        body.requiredText("invoice_url");
        var amount = BillieFields.positive(body, "amount");
        return changes.numbered(
                payment,
                "invoice " + code,
                Tag.CAPTURE_TIMEOUT,
                (now, moment) ->
                        CaptureRules.capture(taxed(now, code, body), amount, code, code, moment),
                BillieChanges::made);
    }

    Reply creditNote(SimulatedPayment payment, String invoice, StrictFields body) {
        var code = body.requiredText("external_code");
        var wish =
                new RefundRules.Wish(
                        BillieFields.positive(body, "amount"),
                        invoice,
                        code,
                        body.text("comment"),
                        code);
        return changes.numbered(
                payment,
                "credit note " + code,
                Tag.REFUND_TIMEOUT,
                (now, moment) -> RefundRules.refund(now, wish, moment),
                BillieChanges::made);
    }

    /** The buyer has paid the merchant: Billie will not ask for it. */
    Reply paid(SimulatedPayment known, SimulatedCapture invoice, StrictFields body) {
        var paid = BillieFields.number(body, "paid_amount");
        return Reply.of(
                book.<ProviderAnswer>change(
                        dialect.connector(),
                        change -> {
                            var payment = Objects.requireNonNull(change.payment(known.id()));
                            var open = BillieJson.outstanding(payment, invoice);
                            if (paid < 1 || paid > open) {
                                return BillieErrors.invalid("paid_amount", "is not open");
                            }
                            change.put(payment.withDetails(paid(payment, invoice, paid)));
                            return DONE;
                        }));
    }

    private static ObjectNode paid(SimulatedPayment payment, SimulatedCapture invoice, long more) {
        var details = payment.details().deepCopy();
        var paid = details.withObject("/" + BillieJson.PAID);
        paid.put(invoice.id(), paid.path(invoice.id()).asLong(0) + more);
        return details;
    }

    Reply cancel(SimulatedPayment payment) {
        return changes.cancel(payment, _ -> DONE);
    }

    /** The order is for so much from now on. */
    Reply amount(SimulatedPayment payment, StrictFields body) {
        var total = BillieFields.positive(body, "amount");
        var reply = changes.amount(payment, total, _ -> DONE);
        if (reply.answer().status() == 204) {
            noted(payment, now -> taxed(now, now.id(), body));
        }
        return reply;
    }

    /** All of an invoice that was not given back yet. */
    Reply cancel(SimulatedPayment payment, SimulatedCapture invoice) {
        var wish =
                new RefundRules.Wish(
                        invoice.amount() - invoice.refunded(),
                        invoice.id(),
                        invoice.id() + "_canceled",
                        null,
                        null);
        return changes.change(
                payment, (now, moment) -> RefundRules.refund(now, wish, moment), _ -> DONE);
    }

    /** An invoice has another number from now on. */
    Reply number(SimulatedPayment payment, SimulatedCapture invoice, StrictFields body) {
        var number = body.requiredText("external_code");
        noted(
                payment,
                now -> {
                    var details = now.details().deepCopy();
                    details.withObject("/" + BillieJson.NUMBERS).put(invoice.id(), number);
                    return now.withDetails(details);
                });
        return Reply.of(DONE);
    }

    private void noted(SimulatedPayment known, UnaryOperator<SimulatedPayment> note) {
        book.run(
                dialect.connector(),
                change ->
                        change.put(note.apply(Objects.requireNonNull(change.payment(known.id())))));
    }

    /** The payment, with the taxes that were sent for the order or for an invoice. */
    static SimulatedPayment taxed(SimulatedPayment payment, String name, StrictFields body) {
        var details = payment.details().deepCopy();
        details.withObject("/" + BillieJson.AMOUNTS).set(name, BillieFields.taxed(body, "amount"));
        return payment.withDetails(details);
    }

    private static ProviderAnswer made(RuleResult.Done done) {
        return ProviderAnswer.of(
                201, BookJson.MAPPER.createObjectNode().put("uuid", done.subject()));
    }
}
