package dev.paylater.simulator.affirm;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.CallerAccount;
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
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Affirm's API: who calls, which call it is, checkouts and their exchange for a transaction. */
public final class AffirmDialect implements Dialect {

    static final String KEY = "Idempotency-Key";

    /** In a payment's details: the key under which it was authorized. */
    private static final String EXCHANGED = "exchanged";

    private static final String CANCEL_URL = "cancel_url";
    private static final long SLOW_MILLIS = 3_000;
    private static final int CHECKOUT_LENGTH = 16;
    private static final Set<String> CURRENCIES = Set.of("USD", "CAD", "GBP");

    private final Book book;
    private final AffirmIds ids = new AffirmIds();
    private final ReferencedOrders orders;
    private final AffirmAnswers answers;
    private final AffirmChanges changes;

    public AffirmDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.book = book;
        this.answers = new AffirmAnswers(publicUrl);
        this.orders =
                new ReferencedOrders(this, book, subscriptions, answers.invalid("Invalid email."));
        this.changes = new AffirmChanges(this, answers, book);
    }

    @Override
    public String connector() {
        return "affirm";
    }

    @Override
    public String base() {
        return "/affirm/api";
    }

    @Override
    public Reply handle(ProviderCall call) {
        var account = CallerAccount.basic(call);
        if (account == null) {
            return Reply.of(
                    answers.error(
                            401,
                            "unauthorized",
                            "api-key-pair-invalid",
                            "You have provided an invalid API key pair."));
        }
        try {
            return switch (call.segment(0) + "/" + call.segment(1)) {
                case "v2/checkout" -> checkout(call, account);
                case "v1/transactions" -> transaction(call, account);
                default -> Reply.of(answers.noSuchPath());
            };
        } catch (BadRequest bad) {
            return Reply.of(answers.invalid(bad.explanation()));
        }
    }

    private Reply checkout(ProviderCall call, String account) {
        if (call.method().equals("POST") && Set.of("direct", "store").contains(call.segment(2))) {
            return create(StrictFields.of(call.json()), account);
        }
        var payment = orders.pointed(account, pointer(call.segment(2)));
        return payment == null
                ? Reply.of(answers.noSuchPath())
                : orders.get(payment, answers::checkoutRead);
    }

    private Reply transaction(ProviderCall call, String account) {
        if (call.segments().size() == 2 && call.method().equals("POST")) {
            return exchange(call, orders.pointed(account, pointer(token(call))));
        }
        var payment = orders.order(account, call.segment(2));
        if (payment == null || payment.authorized() == 0) {
            return Reply.of(answers.error(404, "not_found", "not_found", "No such transaction."));
        }
        return switch (call.method() + " " + call.segment(3)) {
            case "GET " -> {
                var expand = String.valueOf(call.query("expand"));
                yield orders.get(
                        payment, known -> answers.transaction(known, expand.contains("events")));
            }
            case "POST capture" -> changes.capture(call, payment);
            case "POST refund" -> changes.refund(call, payment);
            case "POST void" -> changes.release(call, payment);
            case "POST ", "POST update" -> changes.update(call, payment);
            default -> Reply.of(answers.noSuchPath());
        };
    }

    private static String pointer(String checkout) {
        return "affirm checkout " + checkout;
    }

    private static String token(ProviderCall call) {
        return call.json().path("transaction_id").asString("");
    }

    /** Lines, taxes and discounts are not summed, and most may be missing. */
    private Reply create(StrictFields body, String account) {
        var merchant = body.object("merchant");
        merchant.requiredText("public_api_key");
        var currency = body.oneOf("currency", CURRENCIES);
        var order = body.text(AffirmAnswers.ORDER);
        var billed = body.object("billing").text("email");
        var email = billed == null ? body.object("shipping").text("email") : billed;
        var requested =
                orders.requested(account, order == null ? UUID.randomUUID().toString() : order)
                        .currency(currency == null ? "USD" : currency)
                        .amount(body.requiredAmount("total", 1))
                        .tags(Tag.in(String.valueOf(email), Tag.NOT_AT_ONCE, Tag.REDIRECT))
                        .returnUrl(merchant.requiredUrl("user_confirmation_url"))
                        .details(
                                BookJson.MAPPER
                                        .createObjectNode()
                                        .put(
                                                AffirmAnswers.CHECKOUT,
                                                AffirmIds.random(CHECKOUT_LENGTH))
                                        .put(CANCEL_URL, merchant.requiredUrl("user_cancel_url")))
                        .build();
        return orders.create(
                requested,
                (change, asked) ->
                        answers.created(
                                orders.opened(
                                        change, asked, pointer(AffirmAnswers.checkout(asked)))));
    }

    /** Once for a checkout that the customer has confirmed; under the same key, again. */
    private Reply exchange(ProviderCall call, @Nullable SimulatedPayment known) {
        if (known == null) {
            return Reply.of(answers.invalid("There is no such checkout."));
        }
        var key = String.valueOf(call.header(KEY));
        return book.<Reply>change(
                connector(),
                change -> {
                    var payment = Objects.requireNonNull(change.payment(known.id()));
                    if (payment.authorized() > 0) {
                        return Reply.of(
                                key.equals(payment.details().path(EXCHANGED).asString(""))
                                        ? answers.transaction(payment, true)
                                        : answers.forbidden("already_authorized"));
                    }
                    return payment.stage() == Stage.REQUIRES_ACTION && payment.consented()
                            ? exchanged(change, payment, key)
                            : Reply.of(answers.invalid("The checkout is not confirmed."));
                });
    }

    private Reply exchanged(Change change, SimulatedPayment payment, String key) {
        var details = payment.details().deepCopy().put(EXCHANGED, key);
        var done =
                Authorizing.decide(
                        payment.withDetails(details), new TimeAndIds(change.now(), ids()));
        Steps.answered(change, this, done);
        var reply = Reply.of(answers.transaction(done.payment(), true));
        if (payment.has(Tag.TIMEOUT_APPROVED)) {
            return reply.with(Reply.Delivery.STALLED);
        }
        return payment.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }

    private @Nullable SimulatedPayment about(ProviderCall call, String account) {
        var id = call.segment(2);
        if (call.segment(1).equals("checkout")) {
            return orders.pointed(account, pointer(id));
        }
        return id.isEmpty()
                ? orders.pointed(account, pointer(token(call)))
                : orders.order(account, id);
    }

    @Override
    public Subject subject(ProviderCall call) {
        return orders.subject(call, CallerAccount.basic(call), this::about, "/order_id", null);
    }

    @Override
    public ProviderAnswer trouble(int status) {
        var answer = answers.error(status, "unavailable", "unavailable", "Try again later.");
        return status == 429 ? answer.with("Retry-After", "1") : answer;
    }

    @Override
    public TimeAndIds.Ids ids() {
        return ids;
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return AffirmWebhooks.notice(payment, happening, now);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return AffirmWebhooks.sign(webhook, now);
    }

    /** The token is there only when the customer has confirmed. */
    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        var url = payment.returnUrl();
        return choice == Authorizing.Choice.APPROVE && url != null
                ? Dialect.extended(url, "checkout_token=" + AffirmAnswers.checkout(payment))
                : payment.details().path(CANCEL_URL).asString(null);
    }
}
