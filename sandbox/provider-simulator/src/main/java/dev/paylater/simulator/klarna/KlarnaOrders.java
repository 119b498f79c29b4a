package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Decision;
import dev.paylater.simulator.book.Once;
import dev.paylater.simulator.dialect.Call;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.payment.Capturing;
import dev.paylater.simulator.payment.Failure;
import dev.paylater.simulator.payment.Moment;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Refunding;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.Tag;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** /ordermanagement/v1/orders: what happens to an order that was placed. */
final class KlarnaOrders {

    /** A kind of write: its rule, Klarna's code for a refusal, and how success is answered. */
    private record Kind(Rule rule, String refusal, Success success, @Nullable Tag silence) {}

    private interface Rule {
        RuleResult decide(Payment payment, Moment moment);
    }

    private interface Success {
        Answer answer(String path, String subject);
    }

    /** Klarna looks at the key only: another body under the same key is the same request. */
    private static final String ANY_BODY = "any";

    private static final Answer NO_CONTENT = new Answer(204, Map.of(), null);

    private final Book book;
    private final KlarnaDialect dialect;

    KlarnaOrders(Book book, KlarnaDialect dialect) {
        this.book = book;
        this.dialect = dialect;
    }

    Reply handle(Call call, String account) {
        var payment = known(account, call.segment(3));
        if (payment == null) {
            return Reply.of(KlarnaErrors.error(404, "NO_SUCH_ORDER", "There is no such order."));
        }
        if (call.method().equals("GET")) {
            return Reply.of(read(call, payment));
        }
        var key = call.header("Klarna-Idempotency-Key");
        var used = key == null || key.isEmpty() ? UUID.randomUUID().toString() : key;
        var kind = kind(call, used);
        if (kind == null) {
            return Reply.of(KlarnaErrors.notFound("operation"));
        }
        var once =
                book.once(
                        dialect.connector(),
                        account,
                        used,
                        call.method() + ' ' + call.segment(4),
                        ANY_BODY,
                        change -> decide(change, call, payment.id(), kind));
        return switch (once) {
            case Once.Repeated(var answer) -> Reply.of(answer);
            case Once.Decided(var decision) -> {
                var silent =
                        kind.silence() != null
                                && payment.has(kind.silence())
                                && decision.answer().status() < 300;
                var reply = Reply.of(decision.answer());
                yield silent ? reply.with(Reply.Delivery.STALLED) : reply;
            }
            case Once.Reused() -> throw new IllegalStateException("keys have no fingerprint");
        };
    }

    @Nullable Payment known(String account, String id) {
        var payment = book.payment(id);
        return payment != null
                        && payment.connector().equals(dialect.connector())
                        && payment.account().equals(account)
                        && KlarnaJson.hasOrder(payment)
                ? payment
                : null;
    }

    private static Answer read(Call call, Payment payment) {
        if (call.segments().size() == 4) {
            return Answer.of(200, KlarnaJson.order(payment));
        }
        var order = KlarnaJson.order(payment);
        for (var part : order.path(call.segment(4))) {
            if (call.segment(5).equals(part.path("capture_id").asString(""))
                    || call.segment(5).equals(part.path("refund_id").asString(""))) {
                return Answer.of(200, part);
            }
        }
        return KlarnaErrors.notFound("capture or refund");
    }

    private @Nullable Kind kind(Call call, String key) {
        return switch (call.method() + ' ' + call.segment(4)) {
            case "POST captures" -> capture(Fields.of(call.json()), key);
            case "POST cancel" ->
                    new Kind(
                            (now, moment) -> cancel(now, key, moment),
                            "CANCEL_NOT_ALLOWED",
                            (_, _) -> NO_CONTENT,
                            null);
            case "POST release-remaining-authorization" ->
                    new Kind(
                            (now, moment) -> release(now, key, moment),
                            "NOT_ALLOWED",
                            (_, _) -> NO_CONTENT,
                            null);
            case "POST refunds" -> refund(Fields.of(call.json()), key);
            case "PATCH authorization" -> increase(Fields.of(call.json()), key);
            default -> null;
        };
    }

    private static Kind capture(Fields body, String key) {
        KlarnaFields.onlyKnown(
                body,
                Set.of(
                        "captured_amount",
                        "description",
                        "reference",
                        "order_lines",
                        "shipping_info",
                        "shipping_delay"));
        var amount = KlarnaFields.amount(body, "captured_amount", 1);
        var reference = KlarnaFields.reference(body, "reference");
        if (body.has("order_lines")) {
            KlarnaFields.checkLines(body, amount);
        }
        return new Kind(
                (now, moment) -> Capturing.capture(now, amount, key, reference, moment),
                "CAPTURE_NOT_ALLOWED",
                (path, id) -> created("Capture-Id", path, id),
                Tag.CAPTURE_TIMEOUT);
    }

    private static Kind refund(Fields body, String key) {
        KlarnaFields.onlyKnown(
                body, Set.of("refunded_amount", "reference", "description", "order_lines"));
        var amount = KlarnaFields.amount(body, "refunded_amount", 1);
        var wish =
                new Refunding.Wish(
                        amount,
                        null,
                        key,
                        KlarnaFields.reference(body, "description"),
                        KlarnaFields.reference(body, "reference"));
        return new Kind(
                (now, moment) -> Refunding.refund(now, wish, moment),
                "REFUND_NOT_ALLOWED",
                (path, id) -> created("Refund-Id", path, id),
                Tag.REFUND_TIMEOUT);
    }

    private static Kind increase(Fields body, String key) {
        KlarnaFields.onlyKnown(body, Set.of("order_amount", "order_lines", "description"));
        var total = KlarnaFields.amount(body, "order_amount", 1);
        if (body.has("order_lines")) {
            KlarnaFields.checkLines(body, total);
        }
        return new Kind(
                (now, moment) ->
                        total > now.authorized()
                                ? Capturing.increase(
                                        now, total - now.authorized(), key, null, moment)
                                : notAllowed(),
                "NOT_ALLOWED",
                (_, _) -> NO_CONTENT,
                null);
    }

    /** An order is cancelled as a whole, and not once something is captured. */
    private static RuleResult cancel(Payment payment, String key, Moment moment) {
        return payment.captured() > 0
                ? notAllowed()
                : Capturing.release(payment, null, key, moment);
    }

    private static RuleResult release(Payment payment, String key, Moment moment) {
        return payment.captured() == 0
                ? notAllowed()
                : Capturing.release(payment, null, key, moment);
    }

    private static RuleResult notAllowed() {
        return RuleResult.refused(
                Failure.Code.INVALID_STATE, "The order is not in a state for this.");
    }

    private Decision decide(Change change, Call call, String paymentId, Kind kind) {
        var payment = Objects.requireNonNull(change.payment(paymentId));
        return switch (kind.rule().decide(payment, new Moment(change.now(), dialect.ids()))) {
            case RuleResult.Done done -> {
                Steps.answered(change, dialect, done);
                yield new Decision.Recorded(
                        kind.success().answer(call.path(), done.subject()),
                        done.subject(),
                        paymentId);
            }
            case RuleResult.Refused(var failure) ->
                    new Decision.Recorded(
                            KlarnaErrors.error(403, kind.refusal(), failure.message()),
                            null,
                            paymentId);
        };
    }

    private static Answer created(String header, String path, String id) {
        return new Answer(201, Map.of(header, id, "Location", path + '/' + id), null);
    }
}
