package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.KeyOutcome;
import dev.paylater.simulator.book.Once;
import dev.paylater.simulator.book.ProviderAnswer;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** /ordermanagement/v1/orders: what happens to an order that was placed. */
final class KlarnaOrders {

    /** A kind of write: its rule, Klarna's code for a refusal, and how success is answered. */
    private record Kind(Rule rule, String refusal, Success success, @Nullable Tag silence) {}

    private interface Rule {
        RuleResult decide(SimulatedPayment payment, TimeAndIds moment);
    }

    private interface Success {
        ProviderAnswer answer(String path, String subject);
    }

    private static final ProviderAnswer NO_CONTENT = new ProviderAnswer(204, Map.of(), null);

    /** What says something about an order or a capture, and moves no money. */
    private static final Set<String> NOTES =
            Set.of(
                    "POST acknowledge",
                    "PATCH customer-details",
                    "PATCH captures/*/customer-details",
                    "POST captures/*/trigger-send-out");

    private final Book book;
    private final KlarnaDialect dialect;
    private final KlarnaSessions sessions;

    KlarnaOrders(Book book, KlarnaDialect dialect, KlarnaSessions sessions) {
        this.book = book;
        this.dialect = dialect;
        this.sessions = sessions;
    }

    Reply handle(ProviderCall call, String account) {
        var payment = known(account, call.segment(3));
        if (payment == null) {
            return Reply.of(KlarnaErrors.notFound("order"));
        }
        if (call.segment(4).equals("captures")
                && call.segments().size() > 5
                && payment.capture(call.segment(5)) == null) {
            return Reply.of(KlarnaErrors.error(404, "NO_SUCH_CAPTURE", "There is none of it."));
        }
        var operation = operation(call);
        if (call.method().equals("GET")) {
            return Reply.of(read(call, payment));
        }
        if (NOTES.contains(operation)) {
            return Reply.of(NO_CONTENT);
        }
        // Klarna looks at the key only: another body under the same key is the same request.
        var used = call.headerOrNew("Klarna-Idempotency-Key");
        var kind = kind(operation, call, used);
        if (kind == null) {
            return Reply.of(KlarnaErrors.notFound("operation"));
        }
        var once =
                book.once(
                        dialect.connector(),
                        account,
                        used,
                        operation,
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
        };
    }

    /** What is done to the order, with a star for a capture's or refund's id. */
    private static String operation(ProviderCall call) {
        var path = new StringJoiner("/", call.method() + ' ', "");
        for (var at = 4; at < call.segments().size(); at++) {
            path.add(at == 5 ? "*" : call.segment(at));
        }
        return path.toString();
    }

    private @Nullable SimulatedPayment known(String account, String id) {
        var payment = book.payment(id);
        return payment != null
                        && payment.connector().equals(dialect.connector())
                        && payment.account().equals(account)
                        && KlarnaJson.hasOrder(payment)
                ? payment
                : null;
    }

    private ProviderAnswer read(ProviderCall call, SimulatedPayment payment) {
        var described = sessions.at(payment.details().path(KlarnaJson.DESCRIBED).asString(""));
        var order =
                KlarnaJson.order(
                        payment,
                        described == null
                                ? BookJson.MAPPER.createObjectNode()
                                : described.content());
        return switch (operation(call)) {
            case "GET " -> ProviderAnswer.of(200, order);
            case "GET captures" -> ProviderAnswer.of(200, order.path("captures"));
            case "GET captures/*", "GET refunds/*" -> part(order, call);
            default -> KlarnaErrors.notFound("resource");
        };
    }

    private static ProviderAnswer part(ObjectNode order, ProviderCall call) {
        for (var part : order.path(call.segment(4))) {
            if (call.segment(5).equals(part.path("capture_id").asString(""))
                    || call.segment(5).equals(part.path("refund_id").asString(""))) {
                return ProviderAnswer.of(200, part);
            }
        }
        return KlarnaErrors.notFound("refund");
    }

    private static @Nullable Kind kind(String operation, ProviderCall call, String key) {
        return switch (operation) {
            case "POST captures" -> capture(StrictFields.of(call.json()), key);
            case "POST refunds" -> refund(StrictFields.of(call.json()), key);
            case "POST cancel" ->
                    quiet((now, moment) -> cancel(now, key, moment), "CANCEL_NOT_ALLOWED");
            case "POST release-remaining-authorization" ->
                    quiet((now, moment) -> release(now, key, moment), "NOT_ALLOWED");
            case "POST extend-authorization-time" ->
                    quiet(
                            (now, moment) ->
                                    noted(
                                            now,
                                            details ->
                                                    details.put(KlarnaJson.EXTENDED, moment.now())),
                            "NOT_ALLOWED");
            case "PATCH merchant-references" ->
                    quiet(
                            (now, _) ->
                                    noted(
                                            now,
                                            details ->
                                                    details.setAll(
                                                            references(
                                                                    StrictFields.of(call.json())))),
                            "NOT_ALLOWED");
            case "POST captures/*/shipping-info" -> {
                var shipped = KlarnaFields.shippingInfo(StrictFields.of(call.json()));
                yield quiet(
                        (now, _) ->
                                noted(
                                        now,
                                        details ->
                                                details.withObjectProperty(KlarnaJson.SHIPPED)
                                                        .withArrayProperty(call.segment(5))
                                                        .addAll(shipped)),
                        "NOT_ALLOWED");
            }
            case "PATCH authorization" ->
                    quiet(amount(StrictFields.of(call.json()), key), "NOT_ALLOWED");
            default -> null;
        };
    }

    /** A write that answers with nothing. */
    private static Kind quiet(Rule rule, String refusal) {
        return new Kind(rule, refusal, (_, _) -> NO_CONTENT, null);
    }

    private static ObjectNode references(StrictFields body) {
        var references = BookJson.MAPPER.createObjectNode();
        for (var name : KlarnaJson.REFERENCES) {
            if (body.has(name)) {
                references.put(name, KlarnaFields.reference(body, name));
            }
        }
        return references;
    }

    private static RuleResult.Done noted(SimulatedPayment payment, Consumer<ObjectNode> note) {
        var details = payment.details().deepCopy();
        note.accept(details);
        return new RuleResult.Done(
                payment.withDetails(details), payment.id(), List.of(), List.of());
    }

    private static Kind capture(StrictFields body, String key) {
        var amount = KlarnaFields.amount(body, "captured_amount", 1);
        var reference = KlarnaFields.reference(body, "reference");
        return new Kind(
                (now, moment) -> CaptureRules.capture(now, amount, key, reference, moment),
                "CAPTURE_NOT_ALLOWED",
                (path, id) -> created("Capture-Id", path, id),
                Tag.CAPTURE_TIMEOUT);
    }

    private static Kind refund(StrictFields body, String key) {
        var amount = KlarnaFields.amount(body, "refunded_amount", 1);
        var wish =
                new RefundRules.Wish(
                        amount,
                        null,
                        key,
                        KlarnaFields.reference(body, "description"),
                        KlarnaFields.reference(body, "reference"));
        return new Kind(
                (now, moment) -> RefundRules.refund(now, wish, moment),
                "REFUND_NOT_ALLOWED",
                (path, id) -> created("Refund-Id", path, id),
                Tag.REFUND_TIMEOUT);
    }

    /** What the order is for from now on: more, or less, down to what is captured. */
    private static Rule amount(StrictFields body, String key) {
        var total = KlarnaFields.amount(body, "order_amount", 1);
        if (body.has("order_lines")) {
            KlarnaFields.checkLines(body, total);
        }
        return (now, moment) -> {
            var more = total - KlarnaJson.orderAmount(now);
            if (more == 0) {
                return noted(now, _ -> {});
            }
            var result =
                    more > 0
                            ? CaptureRules.increase(now, more, key, null, moment)
                            : total < now.captured()
                                    ? notAllowed()
                                    : CaptureRules.release(now, -more, key, moment);
            return result instanceof RuleResult.Done(var changed, var id, var posts, var news)
                    ? new RuleResult.Done(amounting(changed, total), id, posts, news)
                    : result;
        };
    }

    private static SimulatedPayment amounting(SimulatedPayment payment, long total) {
        return payment.withDetails(
                payment.details().deepCopy().put(KlarnaJson.ORDER_AMOUNT, total));
    }

    /** An order is cancelled as a whole, and not once something is captured. */
    private static RuleResult cancel(SimulatedPayment payment, String key, TimeAndIds moment) {
        return payment.captured() > 0
                ? notAllowed()
                : CaptureRules.release(payment, null, key, moment);
    }

    private static RuleResult release(SimulatedPayment payment, String key, TimeAndIds moment) {
        return payment.captured() == 0
                ? notAllowed()
                : CaptureRules.release(payment, null, key, moment);
    }

    private static RuleResult notAllowed() {
        return RuleResult.refused(
                ProviderFailure.Code.INVALID_STATE, "The order is not in a state for this.");
    }

    private KeyOutcome decide(Change change, ProviderCall call, String paymentId, Kind kind) {
        var payment = Objects.requireNonNull(change.payment(paymentId));
        return switch (kind.rule().decide(payment, new TimeAndIds(change.now(), dialect.ids()))) {
            case RuleResult.Done done -> {
                Steps.answered(change, dialect, done);
                yield new KeyOutcome.Recorded(
                        kind.success().answer(call.path(), done.subject()),
                        done.subject(),
                        paymentId);
            }
            case RuleResult.Refused(var failure) ->
                    new KeyOutcome.Recorded(
                            KlarnaErrors.error(403, kind.refusal(), failure.message()),
                            null,
                            paymentId);
        };
    }

    private static ProviderAnswer created(String header, String path, String id) {
        return new ProviderAnswer(201, Map.of(header, id, "Location", path + '/' + id), null);
    }
}
