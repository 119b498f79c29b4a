package dev.paylater.simulator.tabby;

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
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tabby's API: who calls, which call it is, and sessions with their payments. */
public final class TabbyDialect implements Dialect {

    private static final long SLOW_MILLIS = 3_000;
    private static final String CANCEL_URL = "cancel_url";
    private static final String FAILURE_URL = "failure_url";
    private static final Set<String> CURRENCIES = Set.of("AED", "SAR", "KWD");
    private static final Set<String> LANGUAGES = Set.of("ar", "en");

    private final ReferencedOrders orders;
    private final TabbyAnswers answers;
    private final TabbyChanges changes;
    private final TabbyWebhooks webhooks;

    public TabbyDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.answers = new TabbyAnswers(publicUrl);
        this.orders =
                new ReferencedOrders(this, book, subscriptions, answers.bad("buyer is invalid"));
        this.changes = new TabbyChanges(this, answers, book);
        this.webhooks = new TabbyWebhooks(this, answers, book, subscriptions);
    }

    @Override
    public String connector() {
        return "tabby";
    }

    @Override
    public String base() {
        return "/tabby";
    }

    @Override
    public Reply handle(ProviderCall call) {
        var account = CallerAccount.bearer(call);
        if (account == null) {
            return Reply.of(
                    answers.error(401, "not_authorized", "auth: provided key doesn't exist"));
        }
        try {
            return switch (call.segment(0) + "/" + call.segment(1) + "/" + call.segment(2)) {
                case "api/v2/checkout" -> session(call, account);
                case "api/v2/payments" -> payment(call, account);
                case "api/v1/webhooks" -> Reply.of(webhooks.handle(call, account));
                default -> Reply.of(answers.noSuchPath());
            };
        } catch (BadRequest bad) {
            return Reply.of(answers.bad(bad.explanation()));
        }
    }

    private Reply session(ProviderCall call, String account) {
        if (call.method().equals("POST") && call.segments().size() == 3) {
            return create(StrictFields.of(call.json()), account);
        }
        var payment = about(call, account);
        return payment == null
                ? Reply.of(answers.noSuchPayment())
                : orders.get(payment, answers::session);
    }

    private Reply payment(ProviderCall call, String account) {
        var payment = about(call, account);
        if (payment == null) {
            return Reply.of(answers.noSuchPayment());
        }
        return switch (call.method() + " " + call.segment(4)) {
            case "GET " -> orders.get(payment, answers::payment);
            case "PUT " -> changes.rename(payment, StrictFields.of(call.json()));
            case "POST captures" -> changes.capture(payment, StrictFields.of(call.json()));
            case "POST refunds" -> changes.refund(payment, StrictFields.of(call.json()));
            case "POST close" -> changes.close(payment);
            default -> Reply.of(answers.noSuchPath());
        };
    }

    /** By its id, or by that of its session. */
    private @Nullable SimulatedPayment about(ProviderCall call, String account) {
        var id = call.segment(3);
        return call.segment(2).equals("checkout")
                ? orders.pointed(account, pointer(id))
                : orders.order(account, id);
    }

    private static String pointer(String session) {
        return "tabby session " + session;
    }

    /** A pre-scoring request says no more than how much, and who buys. */
    private Reply create(StrictFields body, String account) {
        var payment = body.object("payment");
        payment.requiredText("currency");
        var currency = payment.oneOf("currency", CURRENCIES);
        var buyer = payment.object("buyer");
        buyer.requiredText("phone");
        var email = buyer.requiredText("email");
        body.requiredText("merchant_code");
        body.oneOf("lang", LANGUAGES);
        var urls = body.object("merchant_urls");
        var reference = payment.object("order").text("reference_id");
        var tags = Tag.in(email, Tag.NOT_AT_ONCE);
        var rejected = tags.contains(Tag.INSUFFICIENT) || tags.contains(Tag.FRAUD);
        var requested =
                orders.requested(
                                account,
                                reference == null ? UUID.randomUUID().toString() : reference)
                        .currency(String.valueOf(currency))
                        .amount(TabbyChanges.amount(payment, String.valueOf(currency)))
                        .tags(rejected ? tags : Tag.in(email, Tag.NOT_AT_ONCE, Tag.REDIRECT))
                        .returnUrl(urls.text("success"))
                        .details(
                                BookJson.MAPPER
                                        .createObjectNode()
                                        .put(TabbyAnswers.SESSION, UUID.randomUUID().toString())
                                        .put(CANCEL_URL, urls.text("cancel"))
                                        .put(FAILURE_URL, urls.text("failure")))
                        .build();
        var reply = orders.create(requested, this::opened);
        return requested.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }

    private ProviderAnswer opened(Change change, SimulatedPayment requested) {
        var session = requested.details().path(TabbyAnswers.SESSION).asString();
        return answers.session(orders.opened(change, requested, pointer(session)));
    }

    @Override
    public Subject subject(ProviderCall call) {
        return orders.subject(
                call, CallerAccount.bearer(call), this::about, "/payment/order/reference_id", null);
    }

    @Override
    public ProviderAnswer trouble(int status) {
        var answer = new ProviderAnswer(status, Map.of(), "unexpected error");
        return status == 429 ? answer.with("Retry-After", "1") : answer;
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return webhooks.notice(payment, happening);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return webhooks.sign(webhook);
    }

    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        var url =
                switch (choice) {
                    case APPROVE -> payment.returnUrl();
                    case DECLINE -> payment.details().path(FAILURE_URL).asString(null);
                    case CANCEL -> payment.details().path(CANCEL_URL).asString(null);
                };
        return url == null ? null : Dialect.extended(url, "payment_id=" + payment.id());
    }
}
