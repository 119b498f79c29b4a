package dev.paylater.simulator.afterpay;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.CallerAccount;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.Authorizing.Choice;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Afterpay's API: who calls, and which call it is. */
public final class AfterpayDialect implements Dialect {

    private static final String BY_TOKEN = "token:";

    private final AfterpayIds ids = new AfterpayIds();
    private final AfterpayJson json;
    private final AfterpayCheckouts checkouts;
    private final AfterpayPayments payments;
    private final AfterpayChanges changes;

    public AfterpayDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.json = new AfterpayJson(publicUrl);
        this.checkouts = new AfterpayCheckouts(this, json, book, subscriptions);
        this.payments = new AfterpayPayments(this, json, book);
        this.changes = new AfterpayChanges(this, json, book);
    }

    @Override
    public String connector() {
        return "afterpay_clearpay";
    }

    @Override
    public String base() {
        return "/afterpay_clearpay";
    }

    @Override
    public Reply handle(ProviderCall call) {
        if (String.join("/", call.segments()).equals("ping")) {
            return Reply.of(new ProviderAnswer(200, Map.of(), "pong"));
        }
        var account = CallerAccount.basic(call);
        if (account == null) {
            return Reply.of(AfterpayErrors.error(401, "unauthorized", "Credentials are required."));
        }
        var agent = call.header("User-Agent");
        if (agent == null || agent.isBlank()) {
            return Reply.of(AfterpayErrors.error(403, "forbidden", "A User-Agent is required."));
        }
        try {
            return route(call, account);
        } catch (BadRequest bad) {
            return Reply.of(AfterpayErrors.invalid(bad.explanation()));
        }
    }

    private Reply route(ProviderCall call, String account) {
        var path = String.join("/", call.segments());
        return switch (call.method() + " " + path) {
            case "POST v2/checkouts" -> checkouts.open(StrictFields.of(call.json()), account);
            case "POST v2/payments/auth" ->
                    payments.decide(StrictFields.of(call.json()), account, false);
            case "POST v2/payments/capture" ->
                    payments.decide(StrictFields.of(call.json()), account, true);
            case "GET v2/configuration" -> Reply.of(AfterpayJson.configuration());
            case "GET v2/payments" -> payments.list(call, account);
            default -> about(call, account);
        };
    }

    private Reply about(ProviderCall call, String account) {
        var kind = call.segment(0) + "/" + call.segment(1);
        var payment = payment(call, account);
        if (kind.equals("v2/checkouts") && call.method().equals("GET")) {
            return checkouts.get(payment);
        }
        if (!kind.equals("v2/payments")
                || payment == null
                || !AfterpayPayments.isVisible(payment)) {
            return Reply.of(AfterpayErrors.notFound());
        }
        return switch (call.method() + " " + call.segments().size() + " " + call.segment(3)) {
            case "GET 3 " -> Reply.of(ProviderAnswer.of(200, json.payment(payment)));
            case "PUT 3 ", "PUT 4 courier" ->
                    payments.note(payment, StrictFields.of(call.json()), call.segment(3));
            case "POST 4 reversal" -> changes.reverse(payment);
            case "POST 4 capture", "POST 4 void", "POST 4 refund" ->
                    changes.change(call, payment, call.segment(3));
            default -> Reply.of(AfterpayErrors.notFound());
        };
    }

    private @Nullable SimulatedPayment payment(ProviderCall call, String account) {
        var id = call.segment(2);
        if (call.segment(1).equals("checkouts")) {
            return payments.byToken(account, id);
        }
        return id.startsWith(BY_TOKEN)
                ? payments.byToken(account, id.substring(BY_TOKEN.length()))
                : payments.byId(account, id);
    }

    @Override
    public Subject subject(ProviderCall call) {
        try {
            var body = call.json();
            var key = body.path("requestId").asString(null);
            var sent = body.path("merchantReference").asString(null);
            var account = CallerAccount.basic(call);
            var payment = account == null ? null : payment(call, account);
            return new Subject(payment == null ? sent : payment.merchantReference(), key);
        } catch (BadRequest bad) {
            return new Subject(null, null);
        }
    }

    @Override
    public ProviderAnswer trouble(int status) {
        return AfterpayErrors.trouble(status);
    }

    @Override
    public TimeAndIds.Ids ids() {
        return ids;
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return AfterpayWebhooks.notice(payment, happening);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return AfterpayWebhooks.sign(webhook, now);
    }

    /** SUCCESS says that the customer is done with the page, not that anything is approved. */
    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        var cancelled = choice == Choice.CANCEL;
        var url =
                cancelled
                        ? payment.details().path(AfterpayPayments.CANCEL_URL).asString("")
                        : payment.returnUrl();
        return url
                + (url != null && url.indexOf('?') >= 0 ? '&' : '?')
                + "orderToken="
                + AfterpayPayments.token(payment)
                + "&status="
                + (cancelled ? "CANCELLED" : "SUCCESS");
    }
}
