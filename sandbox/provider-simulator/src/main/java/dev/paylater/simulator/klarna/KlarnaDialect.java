package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.CallerAccount;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Klarna as a merchant's server meets it: a session that describes the order, a hosted page on
 * which the customer decides and Klarna places the order, and order management.
 */
public final class KlarnaDialect implements Dialect {

    private final KlarnaSessions sessions;
    private final SimulatedKlarnaPages pages;
    private final SimulatedKlarnaTokens tokens;
    private final KlarnaCustomerTokens customerTokens;
    private final KlarnaOrders orders;
    private final Book book;

    public KlarnaDialect(Book book, String publicUrl) {
        this.book = book;
        sessions = new KlarnaSessions(book, this);
        pages = new SimulatedKlarnaPages(book, this, sessions, publicUrl);
        tokens = new SimulatedKlarnaTokens(book, this, sessions);
        customerTokens = new KlarnaCustomerTokens(book, this);
        orders = new KlarnaOrders(book, this, sessions);
    }

    @Override
    public String connector() {
        return "klarna";
    }

    @Override
    public String base() {
        return "/klarna";
    }

    @Override
    public Reply handle(ProviderCall call) {
        var account = CallerAccount.basic(call);
        if (account == null) {
            return Reply.of(KlarnaErrors.unauthorized());
        }
        try {
            return switch (call.segment(0) + '/' + call.segment(1) + '/' + call.segment(2)) {
                case "payments/v1/sessions" -> sessions.handle(call, account);
                case "payments/v1/authorizations" -> tokens.handle(call, account);
                case "customer-token/v1/tokens" -> customerTokens.handle(call, account);
                case "hpp/v1/sessions" -> page(call, account);
                case "ordermanagement/v1/orders" -> orders.handle(call, account);
                default -> Reply.of(KlarnaErrors.notFound("resource"));
            };
        } catch (BadRequest bad) {
            return Reply.of(KlarnaErrors.of(bad));
        }
    }

    private Reply page(ProviderCall call, String account) {
        return switch (call.method() + ' ' + call.segments().size()) {
            case "POST 3" -> pages.create(call, account);
            case "GET 4" -> pages.get(account, call.segment(3));
            case "DELETE 4" -> pages.disable(account, call.segment(3));
            case "POST 5" -> pages.distribute(account, call);
            default -> Reply.of(KlarnaErrors.notFound("resource"));
        };
    }

    @Override
    public Subject subject(ProviderCall call) {
        return new Subject(merchantReference(call), call.header("Klarna-Idempotency-Key"));
    }

    private @Nullable String merchantReference(ProviderCall call) {
        if (call.segments().size() > 3 && !call.segment(0).equals("customer-token")) {
            var id = call.segment(3);
            var payment =
                    switch (call.segment(0) + '/' + call.segment(2)) {
                        case "hpp/sessions" -> pages.at(id);
                        case "payments/authorizations" -> tokens.at(id);
                        default -> book.payment(id);
                    };
            return payment == null ? null : payment.merchantReference();
        }
        try {
            var sent = call.json();
            var url = sent.path("payment_session_url").asString("");
            var session = url.isEmpty() ? null : sessions.at(url);
            var described = session == null ? sent : session.content();
            var reference = described.path("merchant_reference1").asString("");
            return reference.isEmpty() ? null : reference;
        } catch (BadRequest bad) {
            return null;
        }
    }

    @Override
    public ProviderAnswer trouble(int status) {
        return KlarnaErrors.trouble(status);
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return KlarnaNotices.notice(payment, happening, now);
    }

    /** Klarna signs nothing. */
    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return Map.of();
    }

    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        var urls = payment.details().path("merchant_urls");
        var name =
                payment.stage() == Stage.CANCELLED
                        ? "cancel"
                        : KlarnaJson.isThrough(payment) ? "success" : "failure";
        var url = urls.path(name).asString("");
        var token = SimulatedKlarnaTokens.shown(payment);
        return url.isEmpty()
                ? null
                : SimulatedKlarnaPages.filled(url, payment)
                        .replace("{{authorization_token}}", token == null ? "" : token)
                        .replace("{{order_id}}", payment.id());
    }

    /** What the customer's choice on a page comes to. */
    public static RuleResult decided(
            SimulatedPayment payment, Authorizing.Choice choice, TimeAndIds moment) {
        return SimulatedKlarnaTokens.decided(payment, choice, moment);
    }
}
