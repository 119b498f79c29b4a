package dev.paylater.simulator.two;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.KeyOutcome;
import dev.paylater.simulator.book.Once;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.NumberedChanges;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/** Fulfilments, refunds and cancellations: the first two under an idempotency key. */
final class TwoChanges {

    private final TwoDialect dialect;
    private final TwoAnswers answers;
    private final Book book;
    private final NumberedChanges changes;

    TwoChanges(TwoDialect dialect, TwoAnswers answers, Book book) {
        this.dialect = dialect;
        this.answers = answers;
        this.book = book;
        this.changes =
                new NumberedChanges(
                        dialect,
                        book,
                        answers.error(409, "ORDER_INVALID", "It is done already."),
                        answers::of);
    }

    Reply fulfil(ProviderCall call, SimulatedPayment payment, StrictFields body) {
        var partial = body.object("partial");
        var key = key(call);
        var repeated = book.operation(dialect.connector(), payment.account(), key) != null;
        if (!repeated && !body.has("partial") && !payment.captures().isEmpty()) {
            return Reply.of(
                    answers.error(
                            400, "PARTIAL_ORDER_MISSING_DATA", "Which part is to be fulfilled?"));
        }
        var amount =
                body.has("partial")
                        ? (Long) TwoFields.amount(partial, "gross_amount", payment.currency())
                        : null;
        var reference =
                partial.list("line_items").stream()
                        .map(line -> line.text("line_item_reference"))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
        return once(
                call,
                payment,
                key,
                Tag.CAPTURE_TIMEOUT,
                (now, moment) -> CaptureRules.capture(now, amount, key, reference, moment),
                TwoAnswers::fulfilled);
    }

    Reply refund(ProviderCall call, SimulatedPayment payment, StrictFields body) {
        var key = key(call);
        var wish =
                new RefundRules.Wish(
                        body.has("amount")
                                ? (Long) TwoFields.amount(body, "amount", payment.currency())
                                : null,
                        null,
                        key,
                        body.text("reason"),
                        body.text("refund_reference"));
        return once(
                call,
                payment,
                key,
                Tag.REFUND_TIMEOUT,
                (now, moment) -> RefundRules.refund(now, wish, moment),
                done ->
                        answers.refunded(
                                done.payment(),
                                Objects.requireNonNull(done.payment().refund(done.subject()))));
    }

    /** Again it is 202. */
    Reply cancel(SimulatedPayment payment) {
        return TwoAnswers.state(payment).equals("CANCELLED")
                ? Reply.of(TwoAnswers.done(202))
                : changes.cancel(payment, _ -> TwoAnswers.done(200));
    }

    /** What is left after the fulfilment of a part. */
    Reply complete(SimulatedPayment payment) {
        return changes.change(
                payment,
                (now, moment) ->
                        now.captures().isEmpty()
                                ? RuleResult.refused(
                                        ProviderFailure.Code.INVALID_STATE, "No part is fulfilled.")
                                : CaptureRules.release(now, null, now.id() + "_complete", moment),
                _ -> TwoAnswers.done(200));
    }

    private static String key(ProviderCall call) {
        var key = call.header("Idempotency-Key");
        return key == null || key.isEmpty() ? UUID.randomUUID().toString() : key;
    }

    private Reply once(
            ProviderCall call,
            SimulatedPayment payment,
            String key,
            Tag silence,
            NumberedChanges.Rule rule,
            Function<RuleResult.Done, ProviderAnswer> writing) {
        var once =
                book.once(
                        dialect.connector(),
                        payment.account(),
                        key,
                        call.segment(2),
                        call.fingerprint(),
                        change -> decide(change, payment.id(), rule, writing));
        return switch (once) {
            case Once.Repeated(var answer) -> Reply.of(answer);
            case Once.Reused() ->
                    Reply.of(answers.error(422, "VALIDATION_ERROR", "The key was used."));
            case Once.Decided(var decision) -> {
                var reply = Reply.of(decision.answer());
                yield decision.answer().status() < 300 && payment.has(silence)
                        ? reply.with(Reply.Delivery.STALLED)
                        : reply;
            }
        };
    }

    private KeyOutcome decide(
            Change change,
            String id,
            NumberedChanges.Rule rule,
            Function<RuleResult.Done, ProviderAnswer> writing) {
        var payment = Objects.requireNonNull(change.payment(id));
        var moment = new TimeAndIds(change.now(), dialect.ids());
        return switch (rule.decide(payment, moment)) {
            case RuleResult.Done done -> {
                Steps.answered(change, dialect, done);
                yield new KeyOutcome.Recorded(writing.apply(done), done.subject(), id);
            }
            case RuleResult.Refused(var failure) -> new KeyOutcome.Passing(answers.of(failure));
        };
    }
}
