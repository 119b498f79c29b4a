package dev.paylater.simulator.tabby;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.KeyedRules;
import dev.paylater.simulator.dialect.NumberedChanges;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;

/** Captures, refunds and closing; under a reference that is known nothing is done again. */
final class TabbyChanges {

    private static final String CLOSED = "CLOSED";

    private final TabbyAnswers answers;
    private final NumberedChanges changes;

    TabbyChanges(TabbyDialect dialect, TabbyAnswers answers, Book book) {
        this.answers = answers;
        this.changes =
                new NumberedChanges(
                        dialect, book, answers.bad("reference_id is known"), this::refusal);
    }

    private ProviderAnswer refusal(ProviderFailure failure) {
        return failure.code() == ProviderFailure.Code.REFUND_REFUSED
                ? answers.error(409, "conflict", "payment is disputed")
                : answers.bad(failure.message());
    }

    Reply capture(SimulatedPayment payment, StrictFields body) {
        var reference = reference(body);
        return changes.change(
                payment,
                Tag.CAPTURE_TIMEOUT,
                KeyedRules.saying(
                        _ -> "could not capture not authorized payments",
                        KeyedRules.capture(reference, amount(body, payment.currency()), reference)),
                this::answer);
    }

    /** Only what is closed is refunded. */
    Reply refund(SimulatedPayment payment, StrictFields body) {
        var reference = reference(body);
        var refund =
                KeyedRules.refund(
                        new RefundRules.Wish(
                                amount(body, payment.currency()),
                                null,
                                reference,
                                body.text("reason"),
                                reference));
        return changes.change(
                payment,
                Tag.REFUND_TIMEOUT,
                KeyedRules.saying(
                        _ -> "can not refund payment that has no captures and not closed",
                        (now, moment) ->
                                !isClosed(now)
                                        ? KeyedRules.refused("")
                                        : now.disputes().isEmpty()
                                                ? refund.decide(now, moment)
                                                : RuleResult.refused(
                                                        ProviderFailure.Code.REFUND_REFUSED,
                                                        "disputed")),
                this::answer);
    }

    /** What is not authorized yet cannot be closed. */
    Reply close(SimulatedPayment payment) {
        return changes.change(
                payment,
                (now, moment) ->
                        isClosed(now)
                                ? KeyedRules.refused("already closed")
                                : now.capturable() == 0
                                        ? KeyedRules.refused(
                                                "could not close not authorized payments")
                                        : CaptureRules.release(
                                                now, null, now.id() + "_close", moment),
                this::answer);
    }

    /** What the merchant calls the order from now on. */
    Reply rename(SimulatedPayment payment, StrictFields body) {
        var reference = body.object("order").text("reference_id");
        return changes.change(
                payment,
                (now, _) ->
                        now.authorized() == 0
                                ? KeyedRules.refused("payment is not authorized")
                                : new RuleResult.Done(
                                        now.withDetails(
                                                now.details()
                                                        .deepCopy()
                                                        .put(TabbyAnswers.REFERENCE, reference)),
                                        now.id(),
                                        List.of(),
                                        List.of()),
                this::answer);
    }

    private ProviderAnswer answer(RuleResult.Done done) {
        return answers.payment(done.payment());
    }

    private static boolean isClosed(SimulatedPayment payment) {
        return TabbyAnswers.status(payment).equals(CLOSED);
    }

    /** A reference may be missing: then nothing is recognized. */
    private static String reference(StrictFields body) {
        var reference = body.text("reference_id");
        return reference == null ? UUID.randomUUID().toString() : reference;
    }

    /** A decimal, as a text. */
    static long amount(StrictFields body, String currency) {
        try {
            var amount =
                    body.minor("amount", new BigDecimal(body.requiredText("amount")), currency);
            if (amount > 0) {
                return amount;
            }
        } catch (NumberFormatException e) {
            throw body.wrong("amount", "is no amount");
        }
        throw body.wrong("amount", "must be positive");
    }
}
