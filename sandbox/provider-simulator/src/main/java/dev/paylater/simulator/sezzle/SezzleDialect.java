package dev.paylater.simulator.sezzle;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.KeyedChanges;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.ReferencedOrders;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.Currency;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sezzle's API: who calls, by which token, and which call it is. */
public final class SezzleDialect implements Dialect {

    private static final String PREFIX = "sandbox_";
    private static final String TOKEN = "token_";
    private static final String CANCEL_URL = "cancel_url";
    private static final long SLOW_MILLIS = 3_000;
    private static final Pattern REFERENCE = Pattern.compile("[A-Za-z0-9_-]+");

    /**
     * What Sezzle has no match for: the customer's checkout decides, everything else is at once.
     */
    private static final Set<Tag> WITHOUT_MATCH = Tag.and(Tag.NOT_AT_ONCE, Tag.TIMEOUT_APPROVED);

    static final String KEY = "Sezzle-Request-Id";

    /** {@code {"amount_in_cents", "currency"}} */
    record Price(long cents, String currency) {}

    private final Book book;
    private final Subscriptions subscriptions;
    private final ReferencedOrders orders;
    private final SezzleAnswers answers;
    private final SezzleCustomers customers;
    private final KeyedChanges changes;

    public SezzleDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.book = book;
        this.subscriptions = subscriptions;
        this.answers = new SezzleAnswers(publicUrl);
        this.orders =
                new ReferencedOrders(
                        this,
                        book,
                        subscriptions,
                        answers.error(422, "invalid", "customer", "The customer cannot be used."));
        this.customers = new SezzleCustomers(this, book, orders, answers);
        this.changes =
                new KeyedChanges(
                        this,
                        book,
                        (_, failure) -> answers.error(422, "invalid", null, failure.message()),
                        UnaryOperator.identity());
    }

    @Override
    public String connector() {
        return "sezzle";
    }

    @Override
    public String base() {
        return "/sezzle/v2";
    }

    @Override
    public Reply handle(ProviderCall call) {
        try {
            if (String.join("/", call.segments()).equals("authentication")) {
                return Reply.of(token(StrictFields.of(call.json())));
            }
            var account = call.bearer(TOKEN);
            return account == null
                    ? Reply.of(unauthorized())
                    : switch (call.segment(0)) {
                        case "session" -> session(call, account);
                        case "order" -> order(call, account);
                        case "token" -> customers.token(call, account);
                        case "customer" -> customers.customer(call, account);
                        case "webhooks" ->
                                Reply.of(subscribed(StrictFields.of(call.json()), account));
                        default -> Reply.of(notFound());
                    };
        } catch (BadRequest bad) {
            return Reply.of(
                    bad.kind() == BadRequest.Kind.NOT_JSON
                            ? answers.error(400, "bad_request", null, bad.explanation())
                            : answers.error(422, "invalid", bad.param(), bad.explanation()));
        }
    }

    /** Both keys are the same in the simulator, and name the account. */
    private ProviderAnswer token(StrictFields body) {
        var key = body.requiredText("private_key");
        return key.equals(body.requiredText("public_key"))
                        && key.startsWith(PREFIX)
                        && key.length() > PREFIX.length()
                ? answers.token(
                        TOKEN + key.substring(PREFIX.length()), key, System.currentTimeMillis())
                : unauthorized();
    }

    private Reply session(ProviderCall call, String account) {
        if (call.method().equals("POST") && call.segments().size() == 1) {
            return create(StrictFields.of(call.json()), account);
        }
        var uuid = call.segment(1);
        var payment = orders.pointed(account, pointer(uuid));
        return Reply.of(payment == null ? notFound() : answers.session(uuid, payment, 200));
    }

    private Reply create(StrictFields body, String account) {
        var order = body.object("order");
        var price = price(order.object("order_amount"));
        var details = BookJson.MAPPER.createObjectNode();
        details.put(CANCEL_URL, body.object("cancel_url").requiredUrl("href"));
        details.put("description", order.requiredText("description"));
        if (body.object("customer").flag("tokenize")) {
            SezzleCustomers.ask(details);
        }
        var requested =
                orders.requested(account, reference(order))
                        .currency(price.currency())
                        .amount(price.cents())
                        .automaticCapture(captures(order))
                        .tags(
                                Tag.in(
                                        String.valueOf(body.object("customer").text("email")),
                                        WITHOUT_MATCH,
                                        Tag.REDIRECT))
                        .returnUrl(body.object("complete_url").requiredUrl("href"))
                        .details(details)
                        .build();
        var reply = orders.create(requested, this::opened);
        return requested.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }

    private ProviderAnswer opened(Change change, SimulatedPayment requested) {
        var payment = Steps.opened(change, this, requested).payment();
        var uuid = UUID.randomUUID().toString();
        ReferencedOrders.point(change, pointer(uuid), payment);
        SezzleCustomers.opened(change, payment);
        return answers.session(uuid, payment, 201);
    }

    private Reply order(ProviderCall call, String account) {
        var payment = orders.order(account, call.segment(1));
        if (payment == null) {
            return Reply.of(notFound());
        }
        var body = StrictFields.of(call.json());
        return switch (call.method() + " " + call.segment(2)) {
            case "GET " -> orders.get(payment, answers::order);
            case "PATCH " -> Reply.of(renamed(payment, body));
            case "POST capture" -> {
                var key = call.headerOrNew(KEY);
                var amount = cents(body.object("capture_amount"), payment);
                yield changes.once(
                        payment,
                        key,
                        "capture",
                        Tag.CAPTURE_TIMEOUT,
                        (now, moment) -> CaptureRules.capture(now, amount, key, null, moment),
                        (_, id) -> answers.changed(id));
            }
            case "POST release" -> {
                var key = call.headerOrNew(KEY);
                var amount = cents(body, payment);
                yield changes.once(
                        payment,
                        key,
                        "release",
                        null,
                        (now, moment) -> CaptureRules.release(now, amount, key, moment),
                        (_, id) -> answers.changed(id));
            }
            case "POST refund" -> {
                var key = call.headerOrNew(KEY);
                var wish = new RefundRules.Wish(cents(body, payment), null, key, null, null);
                yield changes.once(
                        payment,
                        key,
                        "refund",
                        Tag.REFUND_TIMEOUT,
                        (now, moment) -> RefundRules.refund(now, wish, moment),
                        (_, id) -> answers.changed(id));
            }
            case "DELETE checkout" ->
                    payment.stage() == Stage.REQUIRES_ACTION
                            ? changes.once(
                                    payment,
                                    call.headerOrNew(KEY),
                                    "delete",
                                    null,
                                    (now, moment) ->
                                            CaptureRules.release(
                                                    now, null, now.id() + "_checkout", moment),
                                    (_, _) -> SezzleAnswers.NO_CONTENT)
                            : Reply.of(
                                    answers.error(
                                            422, "invalid", null, "The checkout is completed."));
            default -> Reply.of(notFound());
        };
    }

    private ProviderAnswer renamed(SimulatedPayment known, StrictFields body) {
        var reference = reference(body);
        book.run(
                connector(),
                change ->
                        change.put(
                                Objects.requireNonNull(change.payment(known.id()))
                                        .withAttemptReference(reference)));
        return SezzleAnswers.NO_CONTENT;
    }

    private ProviderAnswer subscribed(StrictFields body, String account) {
        subscriptions.put(connector(), account, body.requiredUrl("url"));
        var json = BookJson.MAPPER.createObjectNode().put("uuid", UUID.randomUUID().toString());
        json.putArray("links");
        return ProviderAnswer.of(200, json);
    }

    private static long cents(StrictFields body, SimulatedPayment payment) {
        var price = price(body);
        if (!price.currency().equals(payment.currency())) {
            throw body.wrong("currency", "is not the order's");
        }
        return price.cents();
    }

    static Price price(StrictFields price) {
        try {
            return new Price(
                    price.requiredAmount("amount_in_cents", 1),
                    Currency.getInstance(price.requiredText("currency")).getCurrencyCode());
        } catch (IllegalArgumentException e) {
            throw price.wrong("currency", "is no currency");
        }
    }

    static String reference(StrictFields order) {
        return order.requiredText("reference_id", REFERENCE);
    }

    /** As it is where an order does not say. */
    static boolean captures(StrictFields order) {
        return !"AUTH".equals(order.oneOf("intent", Set.of("AUTH", "CAPTURE")));
    }

    private ProviderAnswer unauthorized() {
        return answers.error(401, "unauthorized", null, "The credentials are not valid.");
    }

    ProviderAnswer notFound() {
        return answers.error(404, "not_found", null, "There is nothing here.");
    }

    private static String pointer(String session) {
        return "sezzle_session " + session;
    }

    @Override
    public Subject subject(ProviderCall call) {
        var account = call.bearer(TOKEN);
        var key = call.header(KEY);
        try {
            var payment =
                    account == null || !call.segment(0).equals("order")
                            ? null
                            : orders.order(account, call.segment(1));
            if (payment != null) {
                return new Subject(payment.merchantReference(), key);
            }
            var at = call.segment(0).equals("customer") ? "" : "/order";
            var reference = call.json().at(at + "/reference_id").asString(null);
            return new Subject(
                    reference == null ? null : ReferencedOrders.reference(reference), key);
        } catch (BadRequest bad) {
            return new Subject(null, key);
        }
    }

    @Override
    public ProviderAnswer trouble(int status) {
        var answer = answers.error(status, "service_unavailable", null, "Try again later.");
        return status == 429 ? answer.with("Retry-After", "1") : answer;
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return SezzleWebhooks.notice(payment, happening, now);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return SezzleWebhooks.sign(webhook);
    }

    /** Only the id of a customer who agreed to later orders is added to the address. */
    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        if (choice != Authorizing.Choice.APPROVE) {
            return payment.details().path(CANCEL_URL).asString(null);
        }
        var url = payment.returnUrl();
        var customer = SezzleCustomers.customerId(payment);
        return url == null || customer == null
                ? url
                : Dialect.extended(url, "customer-uuid=" + customer);
    }
}
