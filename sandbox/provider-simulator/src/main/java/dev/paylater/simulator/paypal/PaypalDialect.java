package dev.paylater.simulator.paypal;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
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
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** PayPal's API: who calls, by which token, and which call it is. */
public final class PaypalDialect implements Dialect {

    static final Pattern NUMBER = Pattern.compile("\\d{1,10}");

    private static final String TOKEN = "token_";
    private static final int NINE_HOURS = 32_400;
    private static final int ID_LENGTH = 17;

    private final ReferencedOrders known;
    private final PaypalAnswers answers;
    private final SimulatedPaypalOrders orders;
    private final PaypalPayments payments;
    private final PaypalUpdates updates;
    private final SimulatedPaypalWebhooks webhooks;

    public PaypalDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.answers = new PaypalAnswers(publicUrl);
        this.known =
                new ReferencedOrders(
                        this,
                        book,
                        subscriptions,
                        answers.invalid("INVALID_PARAMETER_VALUE", "The payer cannot be used."));
        this.orders = new SimulatedPaypalOrders(this, book, known, answers);
        this.payments = new PaypalPayments(this, answers, book);
        this.updates = new PaypalUpdates(this, book, answers);
        this.webhooks = new SimulatedPaypalWebhooks(answers, subscriptions);
    }

    @Override
    public String connector() {
        return "paypal";
    }

    @Override
    public String base() {
        return "/paypal";
    }

    @Override
    public Reply handle(ProviderCall call) {
        var path = String.join("/", call.segments());
        if (path.equals("v1/oauth2/token")) {
            return Reply.of(token(CallerAccount.basic(call)));
        }
        var account = account(call);
        if (account == null) {
            return Reply.of(answers.error(401, "AUTHENTICATION_FAILURE"));
        }
        if (call.body().length > 0
                && !String.valueOf(call.header("Content-Type")).startsWith("application/json")) {
            return Reply.of(answers.error(415, "UNSUPPORTED_MEDIA_TYPE"));
        }
        try {
            return switch (call.method() + ' ' + path) {
                case "POST v2/checkout/orders" -> orders.create(call, account);
                case "POST v1/notifications/webhooks" ->
                        Reply.of(webhooks.subscribe(StrictFields.of(call.json()), account));
                case "POST v1/notifications/verify-webhook-signature" ->
                        Reply.of(
                                SimulatedPaypalWebhooks.verify(
                                        StrictFields.of(call.json()), account));
                default -> about(call, account);
            };
        } catch (BadRequest bad) {
            return Reply.of(answers.invalid(issue(bad), bad.explanation()));
        } catch (PaypalRefusal refusal) {
            return Reply.of(answers.refused(refusal.issue()));
        }
    }

    private static String issue(BadRequest bad) {
        return switch (bad.kind()) {
            case NOT_JSON -> "MALFORMED_REQUEST_JSON";
            case MISSING -> "MISSING_REQUIRED_PARAMETER";
            case WRONG -> "INVALID_PARAMETER_SYNTAX";
        };
    }

    private ProviderAnswer token(@Nullable String account) {
        return account == null
                ? ProviderAnswer.of(
                        401,
                        BookJson.MAPPER
                                .createObjectNode()
                                .put("error", "invalid_client")
                                .put("error_description", "Client Authentication failed"))
                : ProviderAnswer.of(
                        200,
                        BookJson.MAPPER
                                .createObjectNode()
                                .put("scope", "https://uri.paypal.com/services/payments/payment")
                                .put("access_token", TOKEN + account)
                                .put("token_type", "Bearer")
                                .put("app_id", "APP-80W284485P519543T")
                                .put("expires_in", NINE_HOURS)
                                .put("nonce", UUID.randomUUID().toString()));
    }

    private Reply about(ProviderCall call, String account) {
        var payment = payment(call, account);
        if (payment == null) {
            return Reply.of(answers.notFound());
        }
        if (call.segment(1).equals("payments")) {
            return payments.handle(call, payment);
        }
        return switch ((call.method() + ' ' + call.segment(4)).strip()) {
            case "GET" -> orders.get(payment);
            case "PATCH" -> updates.patch(payment, call);
            case "POST authorize" -> orders.take(payment, false);
            case "POST capture" -> orders.take(payment, true);
            case "POST confirm-payment-source" ->
                    updates.confirm(payment, StrictFields.of(call.json()));
            case "POST track" -> updates.track(payment, StrictFields.of(call.json()));
            case "PATCH trackers" -> updates.retrack(payment, call);
            default -> Reply.of(answers.notFound());
        };
    }

    private @Nullable SimulatedPayment payment(ProviderCall call, String account) {
        var id = call.segment(3);
        return switch (call.segment(1) + '/' + call.segment(2)) {
            case "checkout/orders" -> known.order(account, id);
            case "payments/authorizations", "payments/captures", "payments/refunds" ->
                    known.invoiced(account, id);
            default -> null;
        };
    }

    public static RuleResult decided(
            SimulatedPayment payment, Authorizing.Choice choice, TimeAndIds moment) {
        return SimulatedPaypalOrders.decided(payment, choice, moment);
    }

    /** As {@code 5O190127TN364715T}. */
    static String newId() {
        return UUID.randomUUID()
                .toString()
                .replace("-", "")
                .substring(0, ID_LENGTH)
                .toUpperCase(Locale.ROOT);
    }

    private static @Nullable String account(ProviderCall call) {
        return call.bearer(TOKEN);
    }

    @Override
    public Subject subject(ProviderCall call) {
        var key = call.header("PayPal-Request-Id");
        var account = account(call);
        try {
            var payment = account == null ? null : payment(call, account);
            var code = call.json().at("/purchase_units/0/custom_id").asString(null);
            return payment == null
                    ? new Subject(code == null ? null : ReferencedOrders.reference(code), key)
                    : new Subject(payment.merchantReference(), key);
        } catch (BadRequest bad) {
            return new Subject(null, key);
        }
    }

    @Override
    public ProviderAnswer trouble(int status) {
        var name =
                switch (status) {
                    case 415 -> "UNSUPPORTED_MEDIA_TYPE";
                    case 429 -> "RATE_LIMIT_REACHED";
                    default -> "SERVICE_UNAVAILABLE";
                };
        var answer = answers.error(status, name);
        return status == 429 ? answer.with("Retry-After", "1") : answer;
    }

    @Override
    public TimeAndIds.Ids ids() {
        return _ -> newId();
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return webhooks.notice(payment, happening, now);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return webhooks.sign(webhook, now);
    }

    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        var leaves = choice == Authorizing.Choice.CANCEL;
        var url =
                leaves
                        ? payment.details().path(SimulatedPaypalOrders.CANCEL_URL).asString(null)
                        : payment.returnUrl();
        return url == null
                ? null
                : "%s%stoken=%s%s"
                        .formatted(
                                url,
                                url.indexOf('?') < 0 ? '?' : '&',
                                payment.id(),
                                leaves ? "" : "&PayerID=X5XAHHCG636FA");
    }
}
