package dev.paylater.simulator.affirm;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.KeyedRules;
import dev.paylater.simulator.dialect.NumberedChanges;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import java.util.List;
import java.util.UUID;

/** Captures, voids, refunds and updates of a transaction; accounts here may capture in parts. */
final class AffirmChanges {

    private final AffirmAnswers answers;
    private final NumberedChanges changes;

    AffirmChanges(AffirmDialect dialect, AffirmAnswers answers, Book book) {
        this.answers = answers;
        this.changes = new NumberedChanges(dialect, book, answers.invalid("in use"), this::refusal);
    }

    /** Of a refusal that is for the transaction's status, the message is the type. */
    private ProviderAnswer refusal(ProviderFailure failure) {
        return switch (failure.code()) {
            case INVALID_STATE -> answers.forbidden(failure.message());
            case AMOUNT_EXCEEDS_AUTHORIZED -> answers.conflict(failure.message());
            case AMOUNT_EXCEEDS_CAPTURED -> refused("refund-exceeded", failure);
            case CAPTURE_REFUSED -> refused("capture-declined", failure);
            case DECLINED,
                    INSUFFICIENT_CREDIT,
                    FRAUD_SUSPECTED,
                    AUTHENTICATION_FAILED,
                    CUSTOMER_CANCELLED,
                    EXPIRED,
                    VOID_REFUSED,
                    REFUND_REFUSED,
                    LIMIT_EXCEEDED ->
                    refused("invalid_field", failure);
        };
    }

    private ProviderAnswer refused(String code, ProviderFailure failure) {
        return answers.error(400, "invalid_request", code, failure.message());
    }

    Reply capture(ProviderCall call, SimulatedPayment payment) {
        var body = StrictFields.of(call.json());
        var amount = body.amount("amount", 1);
        return changes.change(
                payment,
                Tag.CAPTURE_TIMEOUT,
                KeyedRules.saying(
                        now ->
                                AffirmAnswers.status(now).equals("captured")
                                        ? "already_captured"
                                        : "capture_forbidden_on_" + AffirmAnswers.status(now),
                        KeyedRules.capture(key(call), amount, body.text("reference_id"))),
                answers::captured);
    }

    Reply refund(ProviderCall call, SimulatedPayment payment) {
        var body = StrictFields.of(call.json());
        var wish =
                new RefundRules.Wish(
                        body.amount("amount", 1), null, key(call), null, body.text("reference_id"));
        return changes.change(
                payment,
                Tag.REFUND_TIMEOUT,
                KeyedRules.saying(
                        now -> "refund_forbidden_on_" + AffirmAnswers.status(now),
                        KeyedRules.refund(wish)),
                answers::refunded);
    }

    /** All of it before anything is captured, or with an amount what is left. */
    Reply release(ProviderCall call, SimulatedPayment payment) {
        var body = StrictFields.of(call.json());
        var amount = body.amount("amount", 1);
        var reference = body.text("reference_id");
        var release = KeyedRules.release(reference == null ? key(call) : reference, amount);
        return changes.change(
                payment,
                KeyedRules.saying(
                        now -> "void_forbidden_on_" + AffirmAnswers.status(now),
                        (now, moment) ->
                                amount == null && now.captured() > 0
                                        ? KeyedRules.refused("captured")
                                        : release.decide(now, moment)),
                answers::voided);
    }

    /** What the merchant calls the order from now on, and who brings it. */
    Reply update(ProviderCall call, SimulatedPayment payment) {
        var body = StrictFields.of(call.json());
        var update = BookJson.MAPPER.createObjectNode();
        for (var name : List.of(AffirmAnswers.ORDER, "shipping_carrier", "shipping_confirmation")) {
            if (body.has(name)) {
                update.put(name, body.requiredText(name));
            }
        }
        return changes.change(
                payment,
                (now, _) ->
                        new RuleResult.Done(
                                now.withDetails(now.details().deepCopy().setAll(update)),
                                now.id(),
                                List.of(),
                                List.of()),
                answers::updated);
    }

    /** A key may be missing: then nothing is recognized. */
    private static String key(ProviderCall call) {
        var key = call.header(AffirmDialect.KEY);
        return key == null ? UUID.randomUUID().toString() : key;
    }
}
