package dev.paylater.simulator.scalapay;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.dialect.DecimalAmount;
import dev.paylater.simulator.dialect.KeyedChanges;
import dev.paylater.simulator.dialect.NumberedChanges.Rule;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import org.jspecify.annotations.Nullable;

/** The second call after the customer's consent, and what follows it. */
final class ScalapayChanges {

    private static final long SLOW_MILLIS = 3_000;

    private final ScalapayAnswers answers;
    private final KeyedChanges changes;

    ScalapayChanges(ScalapayDialect dialect, ScalapayAnswers answers, Book book) {
        this.answers = answers;
        this.changes =
                new KeyedChanges(
                        dialect,
                        book,
                        (_, failure) ->
                                answers.error(400, "pre_condition_failed", failure.message()),
                        ScalapayDialect::again);
    }

    Reply delay(ProviderCall call, SimulatedPayment payment) {
        var reply =
                changes.once(
                        payment,
                        call.headerOrNew(ScalapayDialect.KEY),
                        "delay",
                        Tag.TIMEOUT_APPROVED,
                        (now, moment) ->
                                isAgreed(now)
                                        ? Authorizing.decide(now, moment)
                                        : refused("The order is not authorized."),
                        (now, _) -> answers.delayed(now));
        return payment.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }

    /** Once, at once or after a delay; what it leaves is let go. */
    Reply capture(ProviderCall call, SimulatedPayment payment) {
        var key = call.headerOrNew(ScalapayDialect.KEY);
        var amount = optional(StrictFields.of(call.json()), "amount", payment);
        var reply =
                changes.once(
                        payment,
                        key,
                        "capture",
                        isAgreed(payment) ? Tag.TIMEOUT_APPROVED : Tag.CAPTURE_TIMEOUT,
                        capturing(amount, key),
                        (now, _) -> answers.captured(now));
        return isAgreed(payment) && payment.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }

    private static Rule capturing(@Nullable Long amount, String key) {
        return (now, moment) -> {
            if (now.captured() > 0) {
                return refused("The order is captured.");
            }
            if (!isAgreed(now)) {
                return CaptureRules.captureAndClose(now, amount, key, null, moment);
            }
            if (now.has(Tag.CAPTURE_DECLINED)) {
                return refused("The capture is refused.");
            }
            var held = Authorizing.decide(now, moment);
            return CaptureRules.captureAndClose(held.payment(), amount, key, null, moment)
                            instanceof RuleResult.Done taken
                    ? held.then(taken)
                    : refused("The amount exceeds the order.");
        };
    }

    Reply cancel(ProviderCall call, SimulatedPayment payment) {
        var key = call.headerOrNew(ScalapayDialect.KEY);
        return changes.once(
                payment,
                key,
                "void",
                null,
                (now, moment) ->
                        now.captured() > 0
                                ? refused("The order is captured.")
                                : CaptureRules.release(now, null, key, moment),
                (now, _) -> answers.voided(now));
    }

    Reply refund(ProviderCall call, SimulatedPayment payment) {
        var key = call.headerOrNew(ScalapayDialect.KEY);
        var body = StrictFields.of(call.json());
        if (!body.has("refundAmount")) {
            throw body.missing("refundAmount");
        }
        var wish =
                new RefundRules.Wish(
                        optional(body, "refundAmount", payment),
                        null,
                        key,
                        null,
                        body.text("merchantRefundReference"));
        return changes.once(
                payment,
                key,
                "refund",
                Tag.REFUND_TIMEOUT,
                (now, moment) -> RefundRules.refund(now, wish, moment),
                answers::refunded);
    }

    private static boolean isAgreed(SimulatedPayment payment) {
        return payment.stage() == Stage.REQUIRES_ACTION && payment.consented();
    }

    private static @Nullable Long optional(
            StrictFields body, String name, SimulatedPayment payment) {
        if (!body.has(name)) {
            return null;
        }
        DecimalAmount.of(body, name).positive(body, name);
        return DecimalAmount.of(body, name, payment.currency());
    }

    private static RuleResult refused(String message) {
        return RuleResult.refused(ProviderFailure.Code.INVALID_STATE, message);
    }
}
