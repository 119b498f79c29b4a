package dev.paylater.simulator.billie;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
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
import dev.paylater.simulator.payment.Tag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Billie's API: who calls, by which token, and which call it is. */
public final class BillieDialect implements Dialect {

    private static final String PREFIX = "sandbox_";
    private static final String TOKEN = "token_";
    private static final int EIGHT_HOURS = 28_800;

    /** What Billie has no match for; it has no page here. */
    private static final Set<Tag> WITHOUT_MATCH =
            Tag.and(Tag.UNUSUAL, Tag.REDIRECT, Tag.REDIRECT_EXPIRED);

    private static final List<String> DESCRIPTION =
            List.of("debtor", "delivery_address", "duration");

    private final Book book;
    private final ReferencedOrders orders;
    private final BillieChanges changes;

    public BillieDialect(Book book, Subscriptions subscriptions) {
        this.book = book;
        this.orders =
                new ReferencedOrders(
                        this,
                        book,
                        subscriptions,
                        BillieErrors.invalid("debtor", "cannot be used"));
        this.changes = new BillieChanges(this, book);
    }

    @Override
    public String connector() {
        return "billie";
    }

    @Override
    public String base() {
        return "/billie/api/v2";
    }

    @Override
    public Reply handle(ProviderCall call) {
        try {
            switch (call.method() + " " + String.join("/", call.segments())) {
                case "POST oauth/token" -> {
                    return Reply.of(token(StrictFields.of(call.json())));
                }
                case "GET legal-forms" -> {
                    return Reply.of(BillieJson.legalForms());
                }
                default -> {}
            }
            var account = call.bearer(TOKEN);
            return account == null
                    ? Reply.of(BillieErrors.unauthorized())
                    : switch (call.segment(0)) {
                        case "orders" -> order(call, account);
                        case "invoices" -> invoice(call, account);
                        case "checkout-sessions" -> session(call, account);
                        case "oauth" -> Reply.of(authorization(call, account));
                        default -> Reply.of(BillieErrors.notFound());
                    };
        } catch (BadRequest bad) {
            return Reply.of(BillieErrors.of(bad));
        }
    }

    /** Client id and secret are the same in the simulator, and name the account. */
    private static ProviderAnswer token(StrictFields body) {
        var id = body.requiredText("client_id");
        if (!"client_credentials".equals(body.requiredText("grant_type"))
                || !id.equals(body.requiredText("client_secret"))
                || !id.startsWith(PREFIX)
                || id.length() == PREFIX.length()) {
            return BillieErrors.unauthorized();
        }
        return ProviderAnswer.of(
                200,
                BookJson.MAPPER
                        .createObjectNode()
                        .put("token_type", "Bearer")
                        .put("expires_in", EIGHT_HOURS)
                        .put("access_token", TOKEN + id.substring(PREFIX.length())));
    }

    /** Whose token it is. */
    private static ProviderAnswer authorization(ProviderCall call, String account) {
        var json = BookJson.MAPPER.createObjectNode().put("client_id", PREFIX + account);
        json.putArray("scopes");
        return call.segment(1).equals("authorization")
                ? ProviderAnswer.of(200, json)
                : BillieErrors.notFound();
    }

    private Reply order(ProviderCall call, String account) {
        var size = call.segments().size();
        if (size == 1 && call.method().equals("POST")) {
            return create(StrictFields.of(call.json()), account);
        }
        var payment = orders.named(account, call.segment(1));
        if (payment == null) {
            return Reply.of(BillieErrors.notFound());
        }
        return switch (call.method() + " " + size + " " + call.segment(2)) {
            case "GET 2 " ->
                    orders.get(payment, known -> BillieJson.order(known, described(known)));
            case "POST 2 " -> changes.amount(payment, StrictFields.of(call.json()));
            case "POST 3 cancel" -> changes.cancel(payment);
            default -> Reply.of(BillieErrors.notFound());
        };
    }

    private Reply create(StrictFields body, String account) {
        BillieFields.order(body);
        var email = body.object("debtor_person").requiredText("email");
        return orders.decide(
                requested(body, account, email), (change, order) -> opened(change, order, body));
    }

    private SimulatedPayment requested(StrictFields body, String account, String tagged) {
        var given = body.text("external_code");
        return orders.requested(account, given == null ? UUID.randomUUID().toString() : given)
                .currency(BillieFields.CURRENCY)
                .amount(BillieFields.positive(body, "amount"))
                .tags(Tag.in(tagged, WITHOUT_MATCH))
                .build();
    }

    /** The buyer agrees in Billie's widget, which is not here: each session may be confirmed. */
    private Reply session(ProviderCall call, String account) {
        return switch (call.method() + " " + call.segments().size() + " " + call.segment(2)) {
            case "POST 1 " -> begin(account, StrictFields.of(call.json()));
            case "PUT 3 confirm" -> confirm(account, call.segment(1), StrictFields.of(call.json()));
            default -> Reply.of(BillieErrors.notFound());
        };
    }

    private Reply begin(String account, StrictFields body) {
        var customer = body.requiredText("merchant_customer_id");
        var id = UUID.randomUUID().toString();
        var content = BookJson.MAPPER.createObjectNode().put("merchant_customer_id", customer);
        book.run(
                connector(),
                change -> change.put(new Document(session(account, id), account, content)));
        return Reply.of(ProviderAnswer.of(200, BookJson.MAPPER.createObjectNode().put("id", id)));
    }

    private Reply confirm(String account, String id, StrictFields body) {
        BillieFields.purchase(body);
        var buyer = body.object("debtor").requiredText("name");
        return orders.decide(
                requested(body, account, buyer),
                (change, order) -> {
                    var session = change.document(session(account, id));
                    if (session == null || session.content().has("confirmed")) {
                        return BillieErrors.notFound();
                    }
                    var opened = opened(change, order, body);
                    if (opened.status() != 200) {
                        return opened;
                    }
                    var content = session.content().deepCopy().put("confirmed", true);
                    change.put(new Document(session.id(), account, content));
                    return new ProviderAnswer(202, opened.headers(), opened.body());
                });
    }

    private static String session(String account, String id) {
        return "billie session " + account + ' ' + id;
    }

    /** A code is taken once, and leads to its order. */
    private ProviderAnswer opened(Change change, SimulatedPayment requested, StrictFields body) {
        var pointer = orders.pointer(requested.account(), requested.key());
        if (change.document(pointer) != null) {
            return BillieErrors.inUse();
        }
        var payment = Steps.opened(change, this, requested).payment();
        var taxed = BillieChanges.taxed(payment, payment.id(), body);
        change.put(taxed);
        var content = body.object().deepCopy().retain(DESCRIPTION);
        if (!content.has("delivery_address")) {
            content.set("delivery_address", content.at("/debtor/company_address"));
        }
        content.put("payment_id", payment.id());
        change.put(new Document(pointer, requested.account(), content));
        return BillieJson.order(taxed, content);
    }

    private JsonNode described(SimulatedPayment payment) {
        var document = book.document(orders.pointer(payment.account(), payment.key()));
        return document == null ? MissingNode.getInstance() : document.content();
    }

    private Reply invoice(ProviderCall call, String account) {
        if (call.segments().size() == 1 && call.method().equals("POST")) {
            var body = StrictFields.of(call.json());
            var payment = orders.named(account, BillieFields.placed(body));
            return payment == null
                    ? Reply.of(BillieErrors.notFound())
                    : changes.invoice(payment, body);
        }
        var payment = orders.invoiced(account, call.segment(1));
        var invoice = payment == null ? null : payment.capture(call.segment(1));
        if (payment == null || invoice == null) {
            return Reply.of(BillieErrors.notFound());
        }
        return switch (call.method() + " " + call.segments().size() + " " + call.segment(2)) {
            case "GET 2 " -> Reply.of(BillieJson.invoice(payment, invoice, described(payment)));
            case "DELETE 2 " -> changes.cancel(payment, invoice);
            case "POST 3 update-details" ->
                    changes.number(payment, invoice, StrictFields.of(call.json()));
            case "POST 3 credit-notes" ->
                    changes.creditNote(payment, invoice.id(), StrictFields.of(call.json()));
            case "POST 3 confirm-payment" ->
                    changes.paid(payment, invoice, StrictFields.of(call.json()));
            default -> Reply.of(BillieErrors.notFound());
        };
    }

    @Override
    public Subject subject(ProviderCall call) {
        var account = call.bearer(TOKEN);
        try {
            var body = call.json();
            var code = body.path("external_code").asString(null);
            var about = account == null ? null : about(call, account);
            if (about != null || code == null) {
                return new Subject(about == null ? null : about.merchantReference(), code);
            }
            return new Subject(ReferencedOrders.reference(code), code);
        } catch (BadRequest bad) {
            return new Subject(null, null);
        }
    }

    private @Nullable SimulatedPayment about(ProviderCall call, String account) {
        var placed = call.json().path("orders").path(0).asString("");
        return switch (call.segment(0)) {
            case "orders" -> orders.named(account, call.segment(1));
            case "invoices" ->
                    placed.isEmpty()
                            ? orders.invoiced(account, call.segment(1))
                            : orders.named(account, placed);
            default -> null;
        };
    }

    @Override
    public ProviderAnswer trouble(int status) {
        return BillieErrors.trouble(status);
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return BillieWebhooks.notice(payment, happening, now);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return BillieWebhooks.sign(webhook);
    }

    /** There is no page. */
    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        return null;
    }
}
