package dev.paylater.simulator.mondu;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.payment.Capturing;
import dev.paylater.simulator.payment.Failure;
import dev.paylater.simulator.payment.Moment;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Refunding;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.Verdict;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Invoices, credit notes, cancellation and adjustment. Nothing is idempotent; numbers are. */
final class MonduChanges {

    private interface Rule {
        Verdict decide(Payment payment, Moment moment);
    }

    private final MonduDialect dialect;
    private final MonduJson json;
    private final Book book;

    MonduChanges(MonduDialect dialect, MonduJson json, Book book) {
        this.dialect = dialect;
        this.json = json;
        this.book = book;
    }

    Reply invoice(Payment payment, Fields body) {
        var reference = body.requiredText("external_reference_id");
        MonduFields.url(body, "invoice_url");
        var amount = body.requiredAmount("gross_amount_cents", 1);
        var answer =
                change(
                        payment,
                        "invoice " + payment.account() + ' ' + reference,
                        (now, moment) ->
                                Capturing.capture(now, amount, reference, reference, moment),
                        done ->
                                Answer.of(
                                        201,
                                        json.invoice(
                                                done.payment(),
                                                Objects.requireNonNull(
                                                        done.payment().capture(done.subject())))));
        return silent(answer, payment, Tag.CAPTURE_TIMEOUT);
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
        var answer =
                change(
                        payment,
                        "credit note " + payment.account() + ' ' + reference,
                        (now, moment) -> Refunding.refund(now, wish, moment),
                        done ->
                                Answer.of(
                                        201,
                                        MonduJson.creditNote(
                                                Objects.requireNonNull(
                                                        done.payment().refund(done.subject())))));
        return silent(answer, payment, Tag.REFUND_TIMEOUT);
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
                        done -> Answer.of(200, json.order(done.payment()))));
    }

    /** The whole order as it shall be; only downwards here. */
    Reply adjust(Payment payment, Fields body) {
        var total = MonduFields.total(body);
        body.requiredText("external_reference_id");
        return Reply.of(
                change(
                        payment,
                        null,
                        (now, moment) -> lowered(now, total, moment),
                        done -> Answer.of(200, json.order(done.payment()))));
    }

    private static Verdict lowered(Payment now, long total, Moment moment) {
        var less = now.amount() - now.voided() - total;
        return less < 1
                ? refused("The amount can only be lowered.")
                : Capturing.release(now, less, now.id() + "_adjust_" + total, moment);
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
                    if (unique != null && change.document("mondu " + unique) != null) {
                        return MonduErrors.error(
                                422, "external_reference_id", "has already been taken");
                    }
                    var payment = Objects.requireNonNull(change.payment(known.id()));
                    var moment = new Moment(change.now(), dialect.ids());
                    return switch (rule.decide(payment, moment)) {
                        case Verdict.Done done -> {
                            Steps.answered(change, dialect, done);
                            remember(change, payment, unique, done.subject());
                            yield writing.apply(done);
                        }
                        case Verdict.Refused(var failure) -> MonduErrors.of(failure);
                    };
                });
    }

    /** A number is taken, and an invoice leads to its order. */
    private static void remember(
            Change change, Payment payment, @Nullable String unique, String subject) {
        var content = Json.MAPPER.createObjectNode().put("payment_id", payment.id());
        if (unique != null) {
            change.put(new Document("mondu " + unique, payment.account(), content));
        }
        change.put(new Document(pointer(subject), payment.account(), content));
    }

    static String pointer(String invoice) {
        return "mondu_part " + invoice;
    }

    private static Reply silent(Answer answer, Payment payment, Tag tag) {
        var reply = Reply.of(answer);
        return answer.status() < 300 && payment.has(tag)
                ? reply.with(Reply.Delivery.STALLED)
                : reply;
    }
}
