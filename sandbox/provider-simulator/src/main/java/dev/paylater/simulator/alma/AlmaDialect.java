package dev.paylater.simulator.alma;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.CallerAccount;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.dialect.NumberedChanges;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.ReferencedOrders;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Alma's API: payments that it authorizes itself once the customer has agreed. */
public final class AlmaDialect implements Dialect {

    /** In a payment's details. */
    static final String CANCEL_URL = "cancel_url";

    /** In a payment's details: its plan begins when the merchant says so. */
    private static final String TRIGGERED = "deferred_trigger";

    private static final String SCHEME = "Alma-Auth ";
    private static final Set<String> METHODS = Set.of("automatic", "manual");
    private static final ProviderAnswer NO_CONTENT = new ProviderAnswer(204, Map.of(), null);

    /** What Alma has no match for: it decides on its page, and everything else at once. */
    private static final Set<Tag> MATCHED =
            EnumSet.of(
                    Tag.DECLINED,
                    Tag.INSUFFICIENT,
                    Tag.FRAUD,
                    Tag.INVALID,
                    Tag.REDIRECT_EXPIRED,
                    Tag.TIMEOUT,
                    Tag.ERROR,
                    Tag.ERROR_ONCE,
                    Tag.DUPLICATE_WEBHOOK,
                    Tag.CAPTURE_DECLINED,
                    Tag.CAPTURE_TIMEOUT,
                    Tag.REFUND_DECLINED,
                    Tag.REFUND_TIMEOUT,
                    Tag.VOID_DECLINED);

    private final Book book;
    private final ReferencedOrders orders;
    private final AlmaAnswers answers;
    private final NumberedChanges changes;

    public AlmaDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.book = book;
        this.answers = new AlmaAnswers(publicUrl);
        this.orders =
                new ReferencedOrders(
                        this, book, subscriptions, answers.invalid("The customer cannot be used."));
        this.changes =
                new NumberedChanges(
                        this,
                        book,
                        answers.invalid("in use"),
                        failure -> answers.invalid(failure.message()));
    }

    @Override
    public String connector() {
        return "alma";
    }

    @Override
    public String base() {
        return "/alma";
    }

    @Override
    public Reply handle(ProviderCall call) {
        var account = account(call);
        if (account == null) {
            return Reply.of(answers.error(401, "unauthorized", "Unauthorized"));
        }
        try {
            var path = String.join("/", call.segments());
            return switch (call.method() + ' ' + path) {
                case "POST v2/payments/eligibility" ->
                        Reply.of(AlmaAnswers.eligibility(StrictFields.of(call.json())));
                case "POST v1/payments/eligibility" ->
                        Reply.of(
                                AlmaAnswers.eligibilityOfPayment(
                                        StrictFields.of(call.json()).object("payment")));
                case "POST v1/payments" -> create(StrictFields.of(call.json()), account);
                case "GET v1/me", "GET v1/me/extended-data" ->
                        Reply.of(AlmaMerchants.merchant(account));
                case "GET v1/me/fee-plans" -> Reply.of(AlmaMerchants.feePlans(call));
                case "POST v1/me/business-events", "PUT v1/integration-configuration/api" ->
                        Reply.of(NO_CONTENT);
                default ->
                        call.segment(1).equals("orders")
                                ? order(call, account)
                                : about(call, account);
            };
        } catch (BadRequest bad) {
            return Reply.of(answers.invalid(bad.explanation()));
        }
    }

    private Reply about(ProviderCall call, String account) {
        var payment = orders.order(account, call.segment(2));
        if (payment == null || !call.segment(1).equals("payments")) {
            return Reply.of(answers.error(404, "not_found", "Not found"));
        }
        return switch ((call.method() + ' ' + call.segment(3)).strip()) {
            case "GET" -> orders.get(payment, answers::payment);
            case "POST", "PUT" -> edit(payment, StrictFields.of(call.json()).object("payment"));
            case "POST trigger" ->
                    payment.details().path(TRIGGERED).asBoolean(false)
                            ? orders.get(payment, answers::payment)
                            : Reply.of(answers.invalid("The payment waits for no trigger."));
            case "POST potential-fraud" -> Reply.of(NO_CONTENT);
            case "POST orders", "PUT orders" ->
                    call.segments().size() == 4
                            ? listed(named(payment, StrictFields.of(call.json()).object("order")))
                            : Reply.of(NO_CONTENT);
            case "PUT cancel", "POST cancel" -> changes.cancel(payment, _ -> NO_CONTENT);
            case "POST captures" -> capture(payment, StrictFields.of(call.json()));
            case "POST refund" -> refund(payment, call, done -> answers.payment(done.payment()));
            case "POST refunds" ->
                    refund(
                            payment,
                            call,
                            done -> answers.refund(done.payment().refunds().getLast()));
            default -> Reply.of(answers.error(404, "not_found", "Not found"));
        };
    }

    /** An order of a payment, by its own id; what is said of its parcels has no effect here. */
    private Reply order(ProviderCall call, String account) {
        var payment = orders.order(account, AlmaAnswers.paymentOf(call.segment(2)));
        if (payment == null) {
            return Reply.of(answers.error(404, "not_found", "Not found"));
        }
        return switch ((call.method() + ' ' + call.segment(3)).strip()) {
            case "GET" -> Reply.of(ProviderAnswer.of(200, AlmaAnswers.order(payment)));
            case "POST" ->
                    Reply.of(ProviderAnswer.of(200, named(payment, StrictFields.of(call.json()))));
            case "POST status" -> Reply.of(NO_CONTENT);
            case "POST shipment" -> {
                var parcel = StrictFields.of(call.json());
                parcel.requiredText("carrier");
                parcel.requiredText("tracking_number");
                parcel.text("tracking_url");
                yield Reply.of(NO_CONTENT);
            }
            default -> Reply.of(answers.error(404, "not_found", "Not found"));
        };
    }

    /** The merchant's reference of a payment's order, which an order that is added changes. */
    private ObjectNode named(SimulatedPayment known, StrictFields order) {
        orders.refer(known, order.text("merchant_reference"));
        var payment = Objects.requireNonNull(orders.order(known.account(), known.id()));
        return AlmaAnswers.order(payment);
    }

    /** The payment's orders, of which the PHP client takes the last (Payments.php:330-344). */
    private static Reply listed(ObjectNode order) {
        return Reply.of(ProviderAnswer.of(200, BookJson.MAPPER.createArrayNode().add(order)));
    }

    /** The amount of a payment on which nobody has decided. */
    private Reply edit(SimulatedPayment known, StrictFields asked) {
        var amount = asked.amount("purchase_amount", 1);
        return Reply.of(
                book.<ProviderAnswer>change(
                        connector(),
                        change -> {
                            var payment = Objects.requireNonNull(change.payment(known.id()));
                            if (payment.stage() != Stage.REQUIRES_ACTION) {
                                return answers.invalid("The payment cannot be changed any more.");
                            }
                            var after = amount == null ? payment : payment.withAmount(amount);
                            change.put(after);
                            return answers.payment(after);
                        }));
    }

    private Reply create(StrictFields body, String account) {
        var payment = body.object("payment");
        var amount = payment.requiredAmount("purchase_amount", 1);
        var method = payment.oneOf("capture_method", METHODS);
        var named = body.list("orders");
        var reference =
                named.isEmpty()
                        ? body.object("order").text("merchant_reference")
                        : named.getFirst().text("merchant_reference");
        var email = String.valueOf(body.object("customer").text("email"));
        var without = EnumSet.complementOf(EnumSet.copyOf(MATCHED));
        var requested =
                orders.requested(
                                account,
                                reference == null ? UUID.randomUUID().toString() : reference)
                        .currency("EUR")
                        .amount(amount)
                        .automaticCapture(!"manual".equals(method))
                        .tags(Tag.in(email, without, Tag.REDIRECT))
                        .returnUrl(payment.text("return_url"))
                        .webhookUrl(payment.text("ipn_callback_url"))
                        .details(
                                BookJson.MAPPER
                                        .createObjectNode()
                                        .put(CANCEL_URL, payment.text("customer_cancel_url"))
                                        .put(TRIGGERED, "trigger".equals(payment.text("deferred"))))
                        .build();
        return orders.create(
                requested,
                (change, order) -> answers.payment(Steps.opened(change, this, order).payment()));
    }

    /** One capture, of the whole or a part; what it leaves is let go. */
    private Reply capture(SimulatedPayment payment, StrictFields body) {
        var amount = body.amount("amount", 1);
        var reference = body.text("merchant_reference");
        return changes.change(
                payment,
                Tag.CAPTURE_TIMEOUT,
                (now, moment) ->
                        now.captures().isEmpty()
                                ? CaptureRules.captureAndClose(
                                        now, amount, now.id() + "_capture", reference, moment)
                                : RuleResult.refused(
                                        ProviderFailure.Code.INVALID_STATE,
                                        "It is captured already."),
                done -> answers.capture(done.payment().captures().getLast()));
    }

    private Reply refund(
            SimulatedPayment payment,
            ProviderCall call,
            Function<RuleResult.Done, ProviderAnswer> writing) {
        var body = StrictFields.of(call.json());
        var reference = body.text("merchant_reference");
        var wish =
                new RefundRules.Wish(
                        body.amount("amount", 1),
                        null,
                        reference == null ? payment.id() + "_refund" : reference,
                        body.text("comment"),
                        reference);
        return changes.change(
                payment,
                Tag.REFUND_TIMEOUT,
                (now, moment) -> RefundRules.refund(now, wish, moment),
                writing);
    }

    private static @Nullable String account(ProviderCall call) {
        var key = call.header("Authorization");
        return key != null && key.startsWith(SCHEME)
                ? CallerAccount.of(key.substring(SCHEME.length()))
                : null;
    }

    @Override
    public Subject subject(ProviderCall call) {
        var account = account(call);
        try {
            var payment = account == null ? null : orders.order(account, call.segment(2));
            var named = call.json().at("/orders/0/merchant_reference").asString(null);
            return payment == null
                    ? new Subject(named == null ? null : ReferencedOrders.reference(named), null)
                    : new Subject(payment.merchantReference(), null);
        } catch (BadRequest bad) {
            return new Subject(null, null);
        }
    }

    @Override
    public ProviderAnswer trouble(int status) {
        var answer = answers.error(status, "unavailable", "Alma is not available.");
        return status == 429 ? answer.with("Retry-After", "1") : answer;
    }

    /** As {@code payment_11uwPpq2eBVJV3Q0xU5c8YkTz6sJ4a}; a capture's is a UUID. */
    @Override
    public TimeAndIds.Ids ids() {
        return kind ->
                kind == TimeAndIds.Kind.CAPTURE
                        ? UUID.randomUUID().toString()
                        : kind.name().toLowerCase(Locale.ROOT)
                                + '_'
                                + UlidCreator.getMonotonicUlid();
    }

    /** A GET of the address that the payment named, when the customer has agreed. */
    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        var url = payment.webhookUrl();
        return url == null || happening.kind() != SimulatedEvent.Kind.AUTHORIZED
                ? null
                : new Webhook(
                        payment.id(),
                        connector(),
                        payment.account(),
                        payment.merchantReference(),
                        Objects.requireNonNull(back(payment, url)),
                        "",
                        1);
    }

    /** With the API key, not with the secret that other providers sign with. */
    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        var code =
                Hmac.with(
                        ("sandbox_" + webhook.account()).getBytes(UTF_8),
                        webhook.eventId().getBytes(UTF_8));
        return Map.of("X-Alma-Signature", HexFormat.of().formatHex(code));
    }

    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        return back(
                payment,
                choice == Authorizing.Choice.CANCEL
                        ? AlmaAnswers.cancelUrl(payment)
                        : payment.returnUrl());
    }

    /** Every address of a payment gets its id. */
    static @Nullable String back(SimulatedPayment payment, @Nullable String url) {
        return url == null
                ? null
                : url + (url.indexOf('?') < 0 ? '?' : '&') + "pid=" + payment.id();
    }
}
