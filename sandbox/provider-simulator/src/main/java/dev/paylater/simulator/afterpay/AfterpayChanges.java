package dev.paylater.simulator.afterpay;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.KeyOutcome;
import dev.paylater.simulator.book.Once;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.PartStatus;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Captures, voids and refunds of an order, each once for its requestId. */
final class AfterpayChanges {

    private static final int LONGEST_REFERENCE = 128;
    private static final int LONGEST_REFUND_REFERENCE = 85;

    /** A kind of change: its rule, its answers, and the tag that loses the first of them. */
    private record Kind(
            String type,
            BiFunction<SimulatedPayment, TimeAndIds, RuleResult> rule,
            BiFunction<SimulatedPayment, RuleResult.Done, ProviderAnswer> done,
            BiFunction<SimulatedPayment, RuleResult.Refused, ProviderAnswer> refused,
            @Nullable Tag silence) {}

    private final AfterpayDialect dialect;
    private final AfterpayJson json;
    private final Book book;

    AfterpayChanges(AfterpayDialect dialect, AfterpayJson json, Book book) {
        this.dialect = dialect;
        this.json = json;
        this.book = book;
    }

    Reply change(ProviderCall call, SimulatedPayment payment, String what) {
        var body = StrictFields.of(call.json());
        var key = AfterpayFields.requestId(body);
        var kind =
                switch (what) {
                    case "capture" -> capture(body, payment, key);
                    case "void" -> release(body, payment, key);
                    case "refund" -> refund(body, payment, key);
                    default -> null;
                };
        return kind == null ? Reply.of(AfterpayErrors.notFound()) : once(call, payment, key, kind);
    }

    /** Whatever was made of a checkout is given back: what is held, and what was captured. */
    Reply reverse(SimulatedPayment payment) {
        var key = "reversal_" + payment.id();
        undo(payment, (now, moment) -> CaptureRules.release(now, null, key, moment));
        undo(
                payment,
                (now, moment) ->
                        RefundRules.refund(
                                now, new RefundRules.Wish(null, null, key, null, null), moment));
        return Reply.of(new ProviderAnswer(204, Map.of(), null));
    }

    private void undo(
            SimulatedPayment payment, BiFunction<SimulatedPayment, TimeAndIds, RuleResult> rule) {
        book.run(
                dialect.connector(),
                change -> {
                    var now = Objects.requireNonNull(change.payment(payment.id()));
                    if (rule.apply(now, new TimeAndIds(change.now(), dialect.ids()))
                            instanceof RuleResult.Done done) {
                        Steps.answered(change, dialect, done);
                    }
                });
    }

    private Kind capture(StrictFields body, SimulatedPayment payment, String key) {
        var amount = amount(body, payment);
        var reference =
                AfterpayFields.cut(body, "paymentEventMerchantReference", LONGEST_REFERENCE);
        return new Kind(
                "capture",
                (now, moment) -> CaptureRules.capture(now, amount, key, reference, moment),
                (now, done) -> captured(now, done.subject()),
                (now, refused) -> AfterpayErrors.ofCapture(now, refused.failure()),
                Tag.CAPTURE_TIMEOUT);
    }

    private Kind release(StrictFields body, SimulatedPayment payment, String key) {
        var amount = body.has("amount") ? amount(body, payment) : null;
        return new Kind(
                "void",
                (now, moment) -> CaptureRules.release(now, amount, key, moment),
                (now, done) -> ProviderAnswer.of(201, json.payment(now)),
                (now, refused) -> AfterpayErrors.ofVoid(now, refused.failure()),
                null);
    }

    private Kind refund(StrictFields body, SimulatedPayment payment, String key) {
        var wish =
                new RefundRules.Wish(
                        amount(body, payment),
                        null,
                        key,
                        AfterpayFields.cut(body, "merchantReference", LONGEST_REFUND_REFERENCE),
                        AfterpayFields.cut(body, "refundMerchantReference", LONGEST_REFERENCE));
        return new Kind(
                "refund",
                (now, moment) -> RefundRules.refund(now, wish, moment),
                (now, done) ->
                        ProviderAnswer.of(
                                201,
                                json.refund(
                                        now, Objects.requireNonNull(now.refund(done.subject())))),
                (now, refused) -> AfterpayErrors.ofRefund(refused.failure()),
                Tag.REFUND_TIMEOUT);
    }

    private static long amount(StrictFields body, SimulatedPayment payment) {
        var money = AfterpayFields.positive(body, "amount");
        if (!money.currency().equals(payment.currency())) {
            throw body.wrong("amount.currency", "is not the order's");
        }
        return money.minor();
    }

    private Reply once(ProviderCall call, SimulatedPayment payment, String key, Kind kind) {
        var once =
                book.once(
                        dialect.connector(),
                        payment.account(),
                        key,
                        kind.type(),
                        call.fingerprint(),
                        change -> decide(change, payment.id(), kind));
        return switch (once) {
            case Once.Decided(var decision) -> {
                var reply = Reply.of(decision.answer());
                yield kind.silence() != null
                                && payment.has(kind.silence())
                                && decision.answer().status() < 300
                        ? reply.with(Reply.Delivery.STALLED)
                        : reply;
            }
            case Once.Repeated(var answer) -> Reply.of(now(payment, key, answer));
            case Once.Reused() ->
                    Reply.of(AfterpayErrors.invalid("The requestId was used for something else."));
        };
    }

    private KeyOutcome decide(Change change, String paymentId, Kind kind) {
        var payment = Objects.requireNonNull(change.payment(paymentId));
        return switch (kind.rule().apply(payment, new TimeAndIds(change.now(), dialect.ids()))) {
            case RuleResult.Done done -> {
                Steps.answered(change, dialect, done);
                yield new KeyOutcome.Recorded(
                        kind.done().apply(done.payment(), done), done.subject(), paymentId);
            }
            case RuleResult.Refused refused ->
                    new KeyOutcome.Recorded(
                            kind.refused().apply(payment, refused), null, paymentId);
        };
    }

    /** What was still processed the first time may be done by now. */
    private ProviderAnswer now(SimulatedPayment payment, String key, ProviderAnswer first) {
        var operation = book.operation(dialect.connector(), payment.account(), key);
        var subject = operation == null ? null : operation.subject();
        var known = book.payment(payment.id());
        return subject == null || known == null || known.capture(subject) == null
                ? first
                : captured(known, subject);
    }

    private ProviderAnswer captured(SimulatedPayment payment, String captureId) {
        var capture = payment.capture(captureId);
        return capture != null && capture.standing() == PartStatus.PENDING
                ? AfterpayErrors.processing()
                : ProviderAnswer.of(201, json.payment(payment));
    }
}
