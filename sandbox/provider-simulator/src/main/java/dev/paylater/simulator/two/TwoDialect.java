package dev.paylater.simulator.two;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.ReferencedOrders;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Two's API: who calls, which call it is, and orders until they are confirmed. */
public final class TwoDialect implements Dialect {

    private static final long SLOW_MILLIS = 3_000;

    /** What Two has no match for: it decides with the buyer's verification. */
    private static final Set<Tag> WITHOUT_MATCH =
            EnumSet.of(
                    Tag.PENDING_APPROVED,
                    Tag.PENDING_DECLINED,
                    Tag.PENDING_SILENT,
                    Tag.LATE_APPROVAL,
                    Tag.REVIEW,
                    Tag.REFUND_PENDING,
                    Tag.REFUND_REVIEW,
                    Tag.THREE_DS_CHALLENGE,
                    Tag.THREE_DS_FAILED,
                    Tag.THREE_DS_FRICTIONLESS);

    private final Book book;
    private final ReferencedOrders orders;
    private final TwoAnswers answers;
    private final TwoChanges changes;

    public TwoDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.book = book;
        this.answers = new TwoAnswers(publicUrl);
        this.orders =
                new ReferencedOrders(
                        this,
                        book,
                        subscriptions,
                        answers.error(400, "SCHEMA_ERROR", "buyer.representative is not valid."));
        this.changes = new TwoChanges(this, answers, book);
    }

    @Override
    public String connector() {
        return "two";
    }

    @Override
    public String base() {
        return "/two/v1";
    }

    @Override
    public Reply handle(ProviderCall call) {
        var account = account(call);
        if (account == null) {
            return Reply.of(
                    answers.error(401, "AUTHENTICATION_INVALID", "The API key is not valid."));
        }
        try {
            if (call.method().equals("POST") && call.segments().size() == 1) {
                return call.segment(0).equals("order")
                        ? create(StrictFields.of(call.json()), account)
                        : unknown();
            }
            var payment = about(call, account);
            return payment == null ? unknown() : order(call, payment);
        } catch (BadRequest bad) {
            return Reply.of(answers.of(bad));
        }
    }

    private Reply order(ProviderCall call, SimulatedPayment payment) {
        if (call.segment(1).equals("merchant-order-id")) {
            return orders.get(payment, answers::orders);
        }
        var body = StrictFields.of(call.json());
        var name = String.join("/", call.segments().subList(2, call.segments().size()));
        return switch (call.method() + ' ' + name) {
            case "GET " -> orders.get(payment, answers::order);
            case "GET fulfillments" -> orders.get(payment, answers::fulfilments);
            case "POST confirm", "POST renew" -> confirm(payment);
            case "POST cancel" -> changes.cancel(payment);
            case "POST fulfillments" -> changes.fulfil(call, payment, body);
            case "POST fulfillments/complete_partial" -> changes.complete(payment);
            case "POST refund" -> changes.refund(call, payment, body);
            default -> unknown();
        };
    }

    private Reply unknown() {
        return Reply.of(answers.error(404, "ORDER_NOT_FOUND", "There is no such order."));
    }

    private Reply create(StrictFields body, String account) {
        TwoFields.order(body);
        var currency = body.requiredText("currency");
        var requested =
                orders.requested(account, body.requiredText("merchant_order_id"))
                        .currency(currency)
                        .amount(TwoFields.amount(body, "gross_amount", currency))
                        .tags(
                                Tag.in(
                                        String.valueOf(
                                                body.object("buyer")
                                                        .object("representative")
                                                        .text("email")),
                                        WITHOUT_MATCH,
                                        Tag.REDIRECT))
                        .returnUrl(body.object("merchant_urls").text("merchant_confirmation_url"))
                        .build();
        return orders.create(requested, this::opened);
    }

    private ProviderAnswer opened(Change change, SimulatedPayment requested) {
        var payment = Steps.opened(change, this, requested).payment();
        orders.name(change, payment);
        return answers.created(payment);
    }

    /** It says that the buyer is back; the order is as good without it. */
    private Reply confirm(SimulatedPayment known) {
        return book.<Reply>change(
                connector(),
                change -> {
                    var payment = Objects.requireNonNull(change.payment(known.id()));
                    if (payment.stage() != Stage.APPROVED) {
                        return Reply.of(
                                answers.error(400, "ORDER_INVALID", "The order is not verified."));
                    }
                    var details = payment.details().deepCopy().put(TwoAnswers.CONFIRMED, true);
                    var confirmed = payment.withDetails(details);
                    change.put(confirmed);
                    var reply = Reply.of(answers.order(confirmed));
                    if (payment.details().has(TwoAnswers.CONFIRMED)) {
                        return reply;
                    }
                    if (payment.has(Tag.TIMEOUT_APPROVED)) {
                        return reply.with(Reply.Delivery.STALLED);
                    }
                    return payment.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
                });
    }

    /** The order of a path. */
    private @Nullable SimulatedPayment about(ProviderCall call, String account) {
        if (!call.segment(0).equals("order")) {
            return null;
        }
        return call.segment(1).equals("merchant-order-id")
                ? orders.named(account, call.segment(2))
                : orders.order(account, call.segment(1));
    }

    private static @Nullable String account(ProviderCall call) {
        return call.header("X-API-Key", "sandbox_");
    }

    @Override
    public Subject subject(ProviderCall call) {
        var account = account(call);
        var key = call.header("Idempotency-Key");
        var payment = account == null ? null : about(call, account);
        if (payment != null) {
            return new Subject(payment.merchantReference(), key);
        }
        try {
            var code = call.json().path("merchant_order_id").asString(call.segment(2));
            return new Subject(code.isEmpty() ? null : ReferencedOrders.reference(code), key);
        } catch (BadRequest bad) {
            return new Subject(null, key);
        }
    }

    @Override
    public ProviderAnswer trouble(int status) {
        var answer = answers.error(status, "INTERNAL_ERROR", "Two is not available.");
        return status == 429 ? answer.with("Retry-After", "1") : answer;
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return TwoWebhooks.notice(payment, happening, now);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return TwoWebhooks.sign(webhook, now);
    }

    /** Nothing is added: the address is the merchant's own. */
    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        return payment.returnUrl();
    }
}
