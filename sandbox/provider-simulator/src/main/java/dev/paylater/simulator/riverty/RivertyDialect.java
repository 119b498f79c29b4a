package dev.paylater.simulator.riverty;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.ReferencedOrders;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedPaymentBuilder;
import dev.paylater.simulator.payment.Tag;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Riverty's API: who calls, which call it is, and orders until they are decided. */
public final class RivertyDialect implements Dialect {

    /** In a payment's details: it is a hosted page, and no order before the customer is through. */
    private static final String HOSTED = "hosted";

    /** What Riverty has no match for. */
    private static final Set<Tag> WITHOUT_MATCH = Tag.UNUSUAL;

    private final ReferencedOrders orders;
    private final RivertyAnswers answers;
    private final RivertyChanges changes;

    public RivertyDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.answers = new RivertyAnswers(publicUrl);
        this.orders =
                new ReferencedOrders(
                        this,
                        book,
                        subscriptions,
                        answers.error(400, "400.004", "customer.email has the wrong form."));
        this.changes = new RivertyChanges(this, answers, book);
    }

    @Override
    public String connector() {
        return "riverty";
    }

    @Override
    public String base() {
        return "/riverty/api/v3";
    }

    @Override
    public Reply handle(ProviderCall call) {
        var account = account(call);
        if (account == null) {
            return Reply.of(answers.error(401, "401", "The key is not valid."));
        }
        try {
            var path = call.segment(0) + '/' + call.segment(1);
            return switch (call.method() + ' ' + path) {
                case "POST checkout/authorize" -> authorize(StrictFields.of(call.json()), account);
                case "POST hosted-checkout/request" -> host(StrictFields.of(call.json()), account);
                default -> order(call, about(call, account));
            };
        } catch (BadRequest bad) {
            return Reply.of(answers.of(bad));
        }
    }

    private Reply order(ProviderCall call, @Nullable SimulatedPayment payment) {
        if (payment == null) {
            return unknown();
        }
        var name = call.segment(2);
        if (call.method().equals("GET")) {
            return orders.get(payment, known -> shown(known, name, call.segment(3)));
        }
        var body = StrictFields.of(call.json());
        return switch (call.method() + ' ' + name) {
            case "POST captures" -> changes.capture(payment, body);
            case "POST voids" -> changes.cancel(payment, body);
            case "POST refunds" -> changes.refund(payment, body);
            case "POST updateOrder" -> changes.update(payment, body);
            default -> unknown();
        };
    }

    /** The whole order, one of its lists, or one entry of it. */
    private ProviderAnswer shown(SimulatedPayment payment, String name, String number) {
        var order = answers.order(payment).json();
        var list = name.equals("voids") ? "cancellations" : name;
        if (name.isEmpty()) {
            return ProviderAnswer.of(200, order);
        }
        var found = BookJson.MAPPER.createArrayNode();
        for (var entry : order.path(list)) {
            if (number.isEmpty() || names(entry, number)) {
                found.add(entry);
            }
        }
        return number.isEmpty() || !found.isEmpty()
                ? ProviderAnswer.of(200, BookJson.MAPPER.createObjectNode().set(list, found))
                : unknown().answer();
    }

    private static boolean names(JsonNode entry, String number) {
        return Set.of("captureNumber", "refundNumber", "cancellationNo").stream()
                .anyMatch(name -> entry.path(name).asString("").equals(number));
    }

    private Reply unknown() {
        return Reply.of(
                answers.error(400, RivertyAnswers.UNKNOWN, "The reservation was not found."));
    }

    private Reply authorize(StrictFields body, String account) {
        RivertyFields.customer(body.object("customer"));
        RivertyFields.debit(body.object("payment"), body.object("customer"));
        return orders.decide(
                requested(body, account).returnUrl(body.text("merchantUrl")).build(),
                (change, requested) ->
                        isTaken(requested) ? taken() : answers.decided(opened(change, requested)));
    }

    private Reply host(StrictFields body, String account) {
        var request = requested(body.object("authorizeRequest"), account);
        var notified = body.text("webhookUrl");
        if (notified != null) {
            request.webhookUrl(notified);
        }
        var payment = request.returnUrl(body.requiredUrl("merchantUrl")).build();
        var tags = EnumSet.of(Tag.REDIRECT);
        tags.addAll(payment.tags());
        tags.remove(Tag.LATE_APPROVAL);
        return orders.create(
                payment.withTags(tags)
                        .withDetails(BookJson.MAPPER.createObjectNode().put(HOSTED, true)),
                (change, requested) ->
                        isTaken(requested) ? taken() : answers.hosted(opened(change, requested)));
    }

    private SimulatedPaymentBuilder requested(StrictFields body, String account) {
        var order = body.object("order");
        var currency = RivertyFields.currency(order);
        RivertyFields.payment(body.object("payment"));
        body.object("customer").requiredText("customerCategory");
        return orders.requested(account, RivertyFields.number(order))
                .currency(currency)
                .amount(RivertyFields.total(order, currency))
                .tags(Tag.in(String.valueOf(body.object("customer").text("email")), WITHOUT_MATCH));
    }

    private boolean isTaken(SimulatedPayment requested) {
        var before = orders.named(requested.account(), requested.key());
        return before != null && isOrder(before);
    }

    private ProviderAnswer taken() {
        return answers.error(400, RivertyAnswers.USED, "The order number is used.");
    }

    private SimulatedPayment opened(Change change, SimulatedPayment requested) {
        var payment = Steps.opened(change, this, requested).payment();
        orders.name(change, payment);
        return payment;
    }

    private static boolean isOrder(SimulatedPayment payment) {
        return !payment.details().has(HOSTED)
                || switch (payment.stage()) {
                    case PENDING, REVIEW, APPROVED, DECLINED -> true;
                    case REQUIRES_ACTION, CANCELLED, EXPIRED -> false;
                };
    }

    /** The order of a path. */
    private @Nullable SimulatedPayment about(ProviderCall call, String account) {
        var payment =
                call.segment(0).equals("orders") ? orders.named(account, call.segment(1)) : null;
        return payment != null && isOrder(payment) ? payment : null;
    }

    private static @Nullable String account(ProviderCall call) {
        return call.header("X-Auth-Key", "sandbox_");
    }

    @Override
    public Subject subject(ProviderCall call) {
        if (call.segment(0).equals("orders")) {
            return new Subject(ReferencedOrders.reference(call.segment(1)), null);
        }
        try {
            var body = call.json();
            var hosted = body.path("authorizeRequest");
            var number = (hosted.isMissingNode() ? body : hosted).at("/order/number").asString("");
            return new Subject(number.isEmpty() ? null : ReferencedOrders.reference(number), null);
        } catch (BadRequest bad) {
            return new Subject(null, null);
        }
    }

    @Override
    public ProviderAnswer trouble(int status) {
        var answer = answers.error(status, String.valueOf(status), "Riverty is not available.");
        return status == 429 ? answer.with("Retry-After", "1") : answer;
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return RivertyWebhooks.notice(payment, happening, now);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return Map.of("Riverty-Signature", Hmac.stamped(webhook, now));
    }

    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        var url = payment.returnUrl();
        var status =
                switch (choice) {
                    case APPROVE -> "accepted";
                    case DECLINE -> "rejected";
                    case CANCEL -> "cancelled";
                };
        return url == null
                ? null
                : "%s%sordernumber=%s&orderstatus=%s"
                        .formatted(url, url.indexOf('?') < 0 ? '?' : '&', payment.key(), status);
    }
}
