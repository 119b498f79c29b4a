package dev.paylater.simulator.paypal;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.KeyedChanges;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** /v2/payments: authorizations, captures and refunds, each write once for its request id. */
final class PaypalPayments {

    private static final ProviderAnswer NO_CONTENT = new ProviderAnswer(204, Map.of(), null);

    private final PaypalAnswers answers;
    private final KeyedChanges captures;
    private final KeyedChanges voids;
    private final Function<String, KeyedChanges> refunds;

    PaypalPayments(PaypalDialect dialect, PaypalAnswers answers, Book book) {
        this.answers = answers;
        this.captures = new KeyedChanges(dialect, book, this::captureRefused);
        this.voids = new KeyedChanges(dialect, book, this::voidRefused);
        this.refunds =
                capture ->
                        new KeyedChanges(
                                dialect,
                                book,
                                (payment, failure) -> refundRefused(payment, capture, failure));
    }

    Reply handle(ProviderCall call, SimulatedPayment payment) {
        var id = call.segment(3);
        var what = call.method() + ' ' + call.segment(2) + ' ' + call.segment(4);
        return switch (what.strip()) {
            case "GET authorizations" ->
                    Reply.of(ProviderAnswer.of(200, answers.authorization(payment)));
            case "GET captures" -> Reply.of(ProviderAnswer.of(200, answers.capture(payment, id)));
            case "GET refunds" -> Reply.of(ProviderAnswer.of(200, answers.refund(payment, id)));
            case "POST authorizations capture" -> capture(call, payment);
            case "POST authorizations void" -> free(call, payment);
            case "POST authorizations reauthorize" ->
                    Reply.of(answers.refused("REAUTHORIZATION_NOT_SUPPORTED"));
            case "POST captures refund" -> refund(call, payment, id);
            default -> Reply.of(answers.notFound());
        };
    }

    private Reply capture(ProviderCall call, SimulatedPayment payment) {
        var body = StrictFields.of(call.json());
        var amount =
                PaypalAmounts.partOf(body, payment.currency(), "AUTH_CAPTURE_CURRENCY_MISMATCH");
        var reference = body.text("invoice_id");
        var last = body.flag("final_capture");
        var key = SimulatedPaypalOrders.key(call);
        return captures.once(
                payment,
                key,
                "capture",
                Tag.CAPTURE_TIMEOUT,
                (now, moment) -> {
                    var done = CaptureRules.capture(now, amount, key, reference, moment);
                    return last ? closed(done, key, moment) : done;
                },
                (now, id) -> ProviderAnswer.of(201, answers.capture(now, id)));
    }

    /** Nothing is held after a final capture. */
    private static RuleResult closed(RuleResult captured, String key, TimeAndIds moment) {
        return captured instanceof RuleResult.Done(var now, var id, var posts, var news)
                        && now.capturable() > 0
                        && CaptureRules.release(now, null, key + "_rest", moment)
                                instanceof RuleResult.Done(var then, _, var more, var newer)
                ? new RuleResult.Done(then, id, joined(posts, more), joined(news, newer))
                : captured;
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }

    private Reply free(ProviderCall call, SimulatedPayment payment) {
        var key = SimulatedPaypalOrders.key(call);
        return voids.once(
                payment,
                key,
                "void",
                null,
                (now, moment) -> CaptureRules.release(now, null, key, moment),
                (now, _) ->
                        "return=representation".equals(call.header("Prefer"))
                                ? ProviderAnswer.of(200, answers.authorization(now))
                                : NO_CONTENT);
    }

    private Reply refund(ProviderCall call, SimulatedPayment payment, String captureId) {
        var body = StrictFields.of(call.json());
        var key = SimulatedPaypalOrders.key(call);
        var wish =
                new RefundRules.Wish(
                        PaypalAmounts.partOf(
                                body, payment.currency(), "REFUND_CAPTURE_CURRENCY_MISMATCH"),
                        captureId,
                        key,
                        body.text("note_to_payer"),
                        body.text("invoice_id"));
        return refunds.apply(captureId)
                .once(
                        payment,
                        key,
                        "refund",
                        Tag.REFUND_TIMEOUT,
                        (now, moment) -> RefundRules.refund(now, wish, moment),
                        (now, id) -> ProviderAnswer.of(201, answers.refund(now, id)));
    }

    private ProviderAnswer captureRefused(SimulatedPayment payment, ProviderFailure failure) {
        return answers.refused(
                switch (failure.code()) {
                    case CAPTURE_REFUSED -> "PAYER_CANNOT_PAY";
                    case AMOUNT_EXCEEDS_AUTHORIZED -> "MAX_CAPTURE_AMOUNT_EXCEEDED";
                    default -> over(payment, "AUTHORIZATION_VOIDED", "AUTHORIZATION_DENIED");
                });
    }

    private ProviderAnswer voidRefused(SimulatedPayment payment, ProviderFailure failure) {
        return answers.refused(
                failure.code() == ProviderFailure.Code.VOID_REFUSED
                        ? "CANNOT_BE_VOIDED"
                        : over(payment, "PREVIOUSLY_VOIDED", "CANNOT_BE_VOIDED"));
    }

    /** Why nothing is held. */
    private static String over(SimulatedPayment payment, String voided, String otherwise) {
        if (payment.voided() > 0) {
            return voided;
        }
        return payment.captured() > 0 ? "AUTHORIZATION_ALREADY_CAPTURED" : otherwise;
    }

    private ProviderAnswer refundRefused(
            SimulatedPayment payment, String captureId, ProviderFailure failure) {
        var capture = payment.capture(captureId);
        return answers.refused(
                switch (failure.code()) {
                    case AMOUNT_EXCEEDS_CAPTURED ->
                            capture != null && payment.refundable(capture) == 0
                                    ? "CAPTURE_FULLY_REFUNDED"
                                    : "REFUND_AMOUNT_EXCEEDED";
                    case REFUND_REFUSED -> "REFUND_NOT_ALLOWED";
                    default -> "PENDING_CAPTURE";
                });
    }
}
