package dev.paylater.simulator.billie;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.payment.Capture;
import dev.paylater.simulator.payment.Capturing;
import dev.paylater.simulator.payment.Failure;
import dev.paylater.simulator.payment.Moment;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Refunding;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.Verdict;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Invoices, credit notes, payments to the merchant, cancellation and lower amounts. */
final class BillieChanges {

    private static final Answer DONE = new Answer(204, Map.of(), null);

    private interface Rule {
        Verdict decide(Payment payment, Moment moment);
    }

    private final BillieDialect dialect;
    private final Book book;

    BillieChanges(BillieDialect dialect, Book book) {
        this.dialect = dialect;
        this.book = book;
    }

    Reply invoice(Payment payment, Fields body) {
        var code = body.requiredText("external_code");
        body.requiredText("invoice_url");
        var amount = BillieFields.positive(body, "amount");
        var answer =
                change(
                        payment,
                        "invoice " + payment.account() + ' ' + code,
                        (now, moment) -> Capturing.capture(now, amount, code, code, moment),
                        done -> Answer.of(201, uuid(done.subject())));
        return silent(answer, payment, Tag.CAPTURE_TIMEOUT);
    }

    Reply creditNote(Payment payment, String invoice, Fields body) {
        var code = body.requiredText("external_code");
        var wish =
                new Refunding.Wish(
                        BillieFields.positive(body, "amount"),
                        invoice,
                        code,
                        body.text("comment"),
                        code);
        var answer =
                change(
                        payment,
                        "credit note " + payment.account() + ' ' + code,
                        (now, moment) -> Refunding.refund(now, wish, moment),
                        done -> Answer.of(201, uuid(done.subject())));
        return silent(answer, payment, Tag.REFUND_TIMEOUT);
    }

    /** The buyer has paid the merchant: Billie will not ask for it. */
    Reply paid(Payment known, Capture invoice, Fields body) {
        var paid = BillieFields.number(body, "paid_amount");
        return Reply.of(
                book.<Answer>change(
                        dialect.connector(),
                        change -> {
                            var payment = Objects.requireNonNull(change.payment(known.id()));
                            var open = BillieJson.outstanding(payment, invoice);
                            if (paid < 1 || paid > open) {
                                return BillieErrors.error(400, "paid_amount", "is not open");
                            }
                            change.put(payment.withDetails(paid(payment, invoice, paid)));
                            return DONE;
                        }));
    }

    private static ObjectNode paid(Payment payment, Capture invoice, long more) {
        var details = payment.details().deepCopy();
        var paid = details.withObject("/" + BillieJson.PAID);
        paid.put(invoice.id(), paid.path(invoice.id()).asLong(0) + more);
        return details;
    }

    /** Only before anything is shipped. */
    Reply cancel(Payment payment) {
        return Reply.of(
                change(
                        payment,
                        null,
                        (now, moment) ->
                                now.captured() > 0
                                        ? refused("An order that is shipped is not cancelled.")
                                        : Capturing.release(
                                                now, null, now.id() + "_cancel", moment),
                        _ -> DONE));
    }

    Reply lower(Payment payment, Fields body) {
        var total = BillieFields.positive(body, "amount");
        return Reply.of(
                change(payment, null, (now, moment) -> lowered(now, total, moment), _ -> DONE));
    }

    private static Verdict lowered(Payment now, long total, Moment moment) {
        var less = now.amount() - now.voided() - total;
        return less < 1
                ? refused("The amount can only be lowered.")
                : Capturing.release(now, less, now.id() + "_amount_" + total, moment);
    }

    private static Verdict refused(String message) {
        return Verdict.refused(Failure.Code.INVALID_STATE, message);
    }

    private Answer change(
            Payment known,
            @Nullable String unique,
            Rule rule,
            Function<Verdict.Done, Answer> writing) {
        return book.<Answer>change(
                dialect.connector(),
                change -> {
                    if (unique != null && change.document("billie " + unique) != null) {
                        return BillieErrors.inUse();
                    }
                    var payment = Objects.requireNonNull(change.payment(known.id()));
                    var moment = new Moment(change.now(), dialect.ids());
                    return switch (rule.decide(payment, moment)) {
                        case Verdict.Done done -> {
                            Steps.answered(change, dialect, done);
                            remember(change, payment, unique, done.subject());
                            yield writing.apply(done);
                        }
                        case Verdict.Refused(var failure) -> BillieErrors.of(failure);
                    };
                });
    }

    /** A number is taken, and an invoice leads to its order. */
    private static void remember(
            Change change, Payment payment, @Nullable String unique, String subject) {
        var content = Json.MAPPER.createObjectNode().put("payment_id", payment.id());
        if (unique != null) {
            change.put(new Document("billie " + unique, payment.account(), content));
        }
        change.put(new Document(pointer(subject), payment.account(), content));
    }

    static String pointer(String invoice) {
        return "billie_part " + invoice;
    }

    private static ObjectNode uuid(String subject) {
        return Json.MAPPER.createObjectNode().put("uuid", subject);
    }

    private static Reply silent(Answer answer, Payment payment, Tag tag) {
        var reply = Reply.of(answer);
        return answer.status() < 300 && payment.has(tag)
                ? reply.with(Reply.Delivery.STALLED)
                : reply;
    }
}
