package dev.paylater.simulator.tamara;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.CallerAccount;
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
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Tamara's API: who calls, which call it is, and orders until they are authorised. */
public final class TamaraDialect implements Dialect {

    private static final long SLOW_MILLIS = 3_000;
    private static final byte[] NOTHING = "[]".getBytes(UTF_8);
    private static final Set<String> COUNTRIES = Set.of("SA", "AE", "KW", "BH", "OM");

    private final Book book;
    private final ReferencedOrders orders;
    private final TamaraAnswers answers;
    private final TamaraChanges changes;
    private final TamaraWebhooks webhooks;

    public TamaraDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.book = book;
        this.answers = new TamaraAnswers(publicUrl);
        this.orders =
                new ReferencedOrders(
                        this,
                        book,
                        subscriptions,
                        answers.error(400, "consumer_invalid_phone_number"));
        this.changes = new TamaraChanges(this, answers, book);
        this.webhooks = new TamaraWebhooks(answers, book, subscriptions);
    }

    @Override
    public String connector() {
        return TamaraWebhooks.CONNECTOR;
    }

    @Override
    public String base() {
        return "/tamara";
    }

    @Override
    public Reply handle(ProviderCall call) {
        var account = CallerAccount.bearer(call);
        if (account == null) {
            return Reply.of(answers.error(401, "unauthorized"));
        }
        try {
            var path = path(call);
            switch (path.isEmpty() ? "" : path.getFirst()) {
                case "checkout" -> {
                    return checkout(call, account);
                }
                case "webhooks" -> {
                    return Reply.of(webhooks.handle(call, account));
                }
                default -> {}
            }
            var payment = about(call, account);
            return payment == null
                    ? Reply.of(answers.error(404, "order_not_found"))
                    : order(call, path, payment);
        } catch (BadRequest bad) {
            return Reply.of(answers.error(400, bad.explanation()));
        }
    }

    /** A checkout, or what a shop asks before it offers one; here everything is offered. */
    private Reply checkout(ProviderCall call, String account) {
        return switch (call.method() + " " + call.segment(1)) {
            case "POST " -> create(StrictFields.of(call.json()), account);
            case "GET payment-types" -> Reply.of(TamaraAnswers.paymentTypes());
            case "POST credit-pre-check" -> Reply.of(TamaraAnswers.paymentTypes());
            case "POST payment-options-pre-check" -> Reply.of(TamaraAnswers.options());
            default -> Reply.of(answers.error(404, "not_found"));
        };
    }

    private Reply order(ProviderCall call, List<String> path, SimulatedPayment payment) {
        var last = path.getFirst().equals("orders") && path.size() == 3 ? path.get(2) : "";
        var body = StrictFields.of(body(call));
        return switch (call.method() + " " + (last.isEmpty() ? path.getFirst() : last)) {
            case "GET orders" -> orders.get(payment, answers::order);
            case "POST authorise" -> authorise(payment);
            case "POST cancel" -> changes.cancel(payment, body);
            case "POST capture" -> changes.capture(payment, body, false);
            case "POST refund" -> changes.refund(payment, body);
            case "PUT reference-id" -> rename(payment, body.requiredText("order_reference_id"));
            case "POST payments" ->
                    switch (String.join("/", path.subList(1, path.size()))) {
                        case "capture" -> changes.capture(payment, body, true);
                        case "refund" -> changes.refundCaptures(payment, body);
                        default -> changes.refund(payment, body);
                    };
            default -> Reply.of(answers.error(404, "order_not_found"));
        };
    }

    /** Tamara's PHP client sends a list with nothing in it where it has nothing to say. */
    private static ObjectNode body(ProviderCall call) {
        return call.method().equals("GET") || Arrays.equals(call.body(), NOTHING)
                ? BookJson.MAPPER.createObjectNode()
                : call.json();
    }

    /** Both forms of the paths exist; older plugins begin with merchants. */
    private static List<String> path(ProviderCall call) {
        var path = call.segments();
        var plain = call.segment(0).equals("merchants") ? path.subList(1, path.size()) : path;
        return plain.size() == 3 && plain.get(1).equals("reference-id")
                ? List.of(plain.getFirst(), plain.get(2))
                : plain;
    }

    private @Nullable SimulatedPayment about(ProviderCall call, String account) {
        var path = path(call);
        return switch (path.isEmpty() ? "" : path.getFirst()) {
            case "orders" -> path.size() < 2 ? null : orders.named(account, path.get(1));
            case "payments" ->
                    orders.named(
                            account,
                            path.size() > 2
                                    ? path.get(2)
                                    : call.json().path("order_id").asString(""));
            default -> null;
        };
    }

    private Reply create(StrictFields body, String account) {
        var total = DecimalAmount.of(body, "total_amount").positive(body, "total_amount");
        for (var name : List.of("first_name", "last_name", "phone_number")) {
            body.object("consumer").requiredText(name);
        }
        for (var name : List.of("first_name", "last_name", "line1", "city", "country_code")) {
            body.object("shipping_address").requiredText(name);
        }
        for (var item : body.list("items")) {
            for (var name : List.of("reference_id", "type", "name", "sku")) {
                item.requiredText(name);
            }
            item.requiredAmount("quantity", 1);
            DecimalAmount.of(item, "total_amount", total.currency());
        }
        for (var name : List.of("tax_amount", "shipping_amount")) {
            DecimalAmount.of(body, name, total.currency());
        }
        body.requiredText("description");
        body.requiredText("payment_type");
        body.oneOf("country_code", COUNTRIES);
        var urls = body.object("merchant_url");
        var requested =
                orders.requested(account, body.requiredText("order_reference_id"))
                        .currency(total.currency())
                        .amount(total.minor())
                        .tags(
                                Tag.in(
                                        String.valueOf(body.object("consumer").text("email")),
                                        Tag.NOT_AT_ONCE,
                                        Tag.REDIRECT))
                        .returnUrl(urls.requiredUrl("success"));
        var notified = urls.text("notification");
        if (notified != null) {
            requested
                    .webhookUrl(notified)
                    .details(
                            BookJson.MAPPER
                                    .createObjectNode()
                                    .put(TamaraWebhooks.ITS_OWN_ADDRESS, true));
        }
        return orders.create(requested.build(), this::opened);
    }

    /** A reference leads to its newest order. */
    private ProviderAnswer opened(Change change, SimulatedPayment requested) {
        var payment = Steps.opened(change, this, requested).payment();
        orders.name(change, payment);
        return answers.created(payment);
    }

    /** Another name leads to the order as well. */
    private Reply rename(SimulatedPayment payment, String reference) {
        book.run(
                connector(),
                change ->
                        change.put(
                                new Document(
                                        orders.pointer(payment.account(), reference),
                                        payment.account(),
                                        BookJson.MAPPER
                                                .createObjectNode()
                                                .put("payment_id", payment.id()))));
        return Reply.of(
                ProviderAnswer.of(
                        200,
                        BookJson.MAPPER
                                .createObjectNode()
                                .put("message", "Order reference id was updated")));
    }

    private Reply authorise(SimulatedPayment known) {
        return book.<Reply>change(
                connector(),
                change -> {
                    var payment = Objects.requireNonNull(change.payment(known.id()));
                    if (payment.stage() != Stage.REQUIRES_ACTION || !payment.consented()) {
                        return Reply.of(answers.error(409, "order_not_approved"));
                    }
                    var moment = new TimeAndIds(change.now(), ids());
                    var done = Authorizing.decide(payment, moment);
                    Steps.answered(change, this, done);
                    var reply = Reply.of(answers.authorised(done.payment()));
                    if (payment.has(Tag.TIMEOUT_APPROVED)) {
                        return reply.with(Reply.Delivery.STALLED);
                    }
                    return payment.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
                });
    }

    @Override
    public Subject subject(ProviderCall call) {
        return orders.subject(
                call, CallerAccount.bearer(call), this::about, "/order_reference_id", null);
    }

    @Override
    public ProviderAnswer trouble(int status) {
        var answer = answers.error(status, "service_not_available");
        return status == 429 ? answer.with("Retry-After", "1") : answer;
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return TamaraWebhooks.notice(payment, happening);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return TamaraWebhooks.sign(webhook, now);
    }

    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        var url = payment.returnUrl();
        var status =
                switch (choice) {
                    case APPROVE -> "approved";
                    case DECLINE -> "declined";
                    case CANCEL -> "canceled";
                };
        return url == null
                ? null
                : Dialect.extended(url, "orderId=" + payment.id() + "&paymentStatus=" + status);
    }
}
