package dev.paylater.simulator.scalapay;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.DecimalAmount;
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
import dev.paylater.simulator.payment.Tag;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Scalapay's API: who calls, which call it is, and orders until the customer has agreed. */
public final class ScalapayDialect implements Dialect {

    static final String KEY = "Idempotency-Key";

    private static final String PREFIX = "sandbox_";
    private static final String CANCEL_URL = "cancel_url";
    private static final String CURRENCY = "EUR";

    /** What Scalapay has no match for: its checkout decides, everything else is at once. */
    private static final Set<Tag> WITHOUT_MATCH = Tag.NOT_AT_ONCE;

    private final Book book;
    private final ReferencedOrders orders;
    private final ScalapayAnswers answers;
    private final ScalapayChanges changes;

    public ScalapayDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.book = book;
        this.answers = new ScalapayAnswers(publicUrl);
        this.orders =
                new ReferencedOrders(
                        this,
                        book,
                        subscriptions,
                        answers.error(400, "api_validationerror", "The consumer cannot be used."));
        this.changes = new ScalapayChanges(this, answers, book);
    }

    @Override
    public String connector() {
        return "scalapay";
    }

    @Override
    public String base() {
        return "/scalapay";
    }

    @Override
    public Reply handle(ProviderCall call) {
        var account = call.bearer(PREFIX);
        if (account == null) {
            return Reply.of(ScalapayAnswers.unauthorized());
        }
        try {
            return switch (call.method() + " " + String.join("/", call.segments())) {
                case "POST v2/orders" -> create(call, account);
                case "GET v2/payments/references" -> references(call, account);
                default -> about(call, account);
            };
        } catch (BadRequest bad) {
            return Reply.of(answers.error(400, "api_validationerror", bad.explanation()));
        }
    }

    /** An answer that was given before under the same key. */
    static ProviderAnswer again(ProviderAnswer answer) {
        return answer.with("Request-Idempotency", "true");
    }

    private Reply about(ProviderCall call, String account) {
        var payment = orders.order(account, token(call));
        if (payment == null) {
            return Reply.of(answers.error(422, "invalid_token", "The token is not known."));
        }
        var path = call.segment(1) + (call.segments().size() > 3 ? "/" + call.segment(3) : "");
        return switch (call.method() + " " + path) {
            case "GET payments" -> orders.get(payment, answers::order);
            case "POST orders" -> renamed(payment, StrictFields.of(call.json()));
            case "POST payments" -> changes.capture(call, payment);
            case "POST payments/delay" -> changes.delay(call, payment);
            case "POST payments/void" -> changes.cancel(call, payment);
            case "POST payments/refund" -> changes.refund(call, payment);
            default -> Reply.of(answers.error(404, "not_found", "There is nothing here."));
        };
    }

    /** In the path, but of a capture in the body. */
    private static String token(ProviderCall call) {
        return call.segment(2).equals("capture")
                ? call.json().path("token").asString("")
                : call.segment(2);
    }

    private Reply create(ProviderCall call, String account) {
        var key = call.header(KEY);
        var before = key == null ? null : orders.pointed(account, pointer(account, key));
        if (before != null) {
            return Reply.of(again(answers.created(before)));
        }
        var body = StrictFields.of(call.json());
        var total = DecimalAmount.of(body, "totalAmount").positive(body, "totalAmount");
        if (!total.currency().equals(CURRENCY)) {
            throw body.wrong("totalAmount.currency", "must be EUR");
        }
        if (!body.has("items")) {
            throw body.missing("items");
        }
        var merchant = body.object("merchant");
        var details = BookJson.MAPPER.createObjectNode();
        details.put(CANCEL_URL, merchant.requiredUrl("redirectCancelUrl"));
        var reference = body.text("merchantReference");
        var requested =
                orders.requested(account, reference == null ? "" : reference)
                        .currency(CURRENCY)
                        .amount(total.minor())
                        .tags(
                                Tag.in(
                                        String.valueOf(body.object("consumer").text("email")),
                                        WITHOUT_MATCH,
                                        Tag.REDIRECT))
                        .returnUrl(merchant.requiredUrl("redirectConfirmUrl"))
                        .details(details)
                        .build();
        return orders.create(requested, (change, order) -> opened(change, order, key));
    }

    private ProviderAnswer opened(Change change, SimulatedPayment requested, @Nullable String key) {
        var payment = Steps.opened(change, this, requested).payment();
        if (key != null) {
            change.put(
                    new Document(
                            pointer(payment.account(), key),
                            payment.account(),
                            BookJson.MAPPER.createObjectNode().put("payment_id", payment.id())));
        }
        return answers.created(payment);
    }

    private Reply renamed(SimulatedPayment known, StrictFields body) {
        var reference = body.text("merchantReference");
        book.run(
                connector(),
                change ->
                        change.put(
                                Objects.requireNonNull(change.payment(known.id()))
                                        .withAttemptReference(reference)));
        var json = BookJson.MAPPER.createObjectNode().put("token", known.id());
        return Reply.of(ProviderAnswer.of(200, json.put("merchantReference", reference)));
    }

    private Reply references(ProviderCall call, String account) {
        var reference = call.query("merchantOrderReference");
        if (reference == null) {
            throw new BadRequest(
                    BadRequest.Kind.MISSING, null, "merchantOrderReference is required.");
        }
        return Reply.of(
                answers.references(
                        book.payments(ReferencedOrders.reference(reference)).reversed().stream()
                                .filter(payment -> orders.order(account, payment.id()) != null)
                                .filter(payment -> reference.equals(payment.attemptReference()))
                                .toList()));
    }

    private static String pointer(String account, String key) {
        return "scalapay_order " + account + ' ' + key;
    }

    @Override
    public Subject subject(ProviderCall call) {
        var account = call.bearer(PREFIX);
        var key = call.header(KEY);
        try {
            var payment = account == null ? null : orders.order(account, token(call));
            if (payment != null) {
                return new Subject(payment.merchantReference(), key);
            }
            var reference = call.json().path("merchantReference").asString(null);
            return new Subject(
                    reference == null ? null : ReferencedOrders.reference(reference), key);
        } catch (BadRequest bad) {
            return new Subject(null, key);
        }
    }

    @Override
    public ProviderAnswer trouble(int status) {
        var answer = answers.error(status, "internal_server", "Try again later.");
        return status == 429 ? answer.with("Retry-After", "1") : answer;
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return ScalapayWebhooks.notice(payment, happening);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return ScalapayWebhooks.sign(webhook, now);
    }

    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        var approved = choice == Authorizing.Choice.APPROVE;
        var url =
                approved ? payment.returnUrl() : payment.details().path(CANCEL_URL).asString(null);
        return url == null
                ? null
                : "%s%sorderToken=%s&status=%s"
                        .formatted(
                                url,
                                url.indexOf('?') < 0 ? '?' : '&',
                                payment.id(),
                                approved ? "SUCCESS" : "FAILED");
    }
}
