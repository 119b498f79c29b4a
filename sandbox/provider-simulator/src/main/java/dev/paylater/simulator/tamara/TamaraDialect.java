package dev.paylater.simulator.tamara;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.Call;
import dev.paylater.simulator.dialect.CompanyOrders;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.Money;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.Happening;
import dev.paylater.simulator.payment.Moment;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tamara's API: who calls, which call it is, and orders until they are authorised. */
public final class TamaraDialect implements Dialect {

    private static final String BEARER = "Bearer sandbox_";
    private static final long SLOW_MILLIS = 3_000;
    private static final Set<String> COUNTRIES = Set.of("SA", "AE", "KW", "BH", "OM");

    /** What Tamara has no match for: it decides on its page, and everything else at once. */
    private static final Set<Tag> WITHOUT_MATCH =
            EnumSet.of(
                    Tag.PENDING_APPROVED,
                    Tag.PENDING_DECLINED,
                    Tag.PENDING_SILENT,
                    Tag.LATE_APPROVAL,
                    Tag.REVIEW,
                    Tag.CAPTURE_PENDING,
                    Tag.REFUND_PENDING,
                    Tag.REFUND_REVIEW,
                    Tag.THREE_DS_CHALLENGE,
                    Tag.THREE_DS_FAILED,
                    Tag.THREE_DS_FRICTIONLESS);

    private final Book book;
    private final CompanyOrders orders;
    private final TamaraAnswers answers;
    private final TamaraChanges changes;

    public TamaraDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.book = book;
        this.answers = new TamaraAnswers(publicUrl);
        this.orders =
                new CompanyOrders(
                        this,
                        book,
                        subscriptions,
                        answers.error(400, "consumer_invalid_phone_number"));
        this.changes = new TamaraChanges(this, answers, book);
    }

    @Override
    public String connector() {
        return "tamara";
    }

    @Override
    public String base() {
        return "/tamara";
    }

    @Override
    public Reply handle(Call call) {
        var account = call.header("Authorization", BEARER);
        if (account == null) {
            return Reply.of(answers.error(401, "unauthorized"));
        }
        try {
            var path = path(call);
            if (call.method().equals("POST") && path.equals(List.of("checkout"))) {
                return create(Fields.of(call.json()), account);
            }
            var payment = about(call, account);
            return payment == null
                    ? Reply.of(answers.error(404, "order_not_found"))
                    : order(call, path, payment);
        } catch (BadRequest bad) {
            return Reply.of(answers.error(400, bad.explanation()));
        }
    }

    private Reply order(Call call, List<String> path, Payment payment) {
        var last = path.getFirst().equals("orders") && path.size() == 3 ? path.get(2) : "";
        var body = Fields.of(call.json());
        return switch (call.method() + " " + (last.isEmpty() ? path.getFirst() : last)) {
            case "GET orders" -> orders.get(payment, answers::order);
            case "POST authorise" -> authorise(payment);
            case "POST cancel" -> changes.cancel(payment, body);
            case "POST capture" -> changes.capture(payment, body, false);
            case "POST refund" -> changes.refund(payment, body);
            case "POST payments" ->
                    path.get(1).equals("capture")
                            ? changes.capture(payment, body, true)
                            : changes.refund(payment, body);
            default -> Reply.of(answers.error(404, "order_not_found"));
        };
    }

    /** Both forms of the paths exist; older plugins begin with merchants. */
    private static List<String> path(Call call) {
        var path = call.segments();
        var plain = call.segment(0).equals("merchants") ? path.subList(1, path.size()) : path;
        return plain.size() == 3 && plain.get(1).equals("reference-id")
                ? List.of(plain.getFirst(), plain.get(2))
                : plain;
    }

    private @Nullable Payment about(Call call, String account) {
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

    private Reply create(Fields body, String account) {
        var total = Money.of(body, "total_amount").positive(body, "total_amount");
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
            Money.of(item, "total_amount", total.currency());
        }
        for (var name : List.of("tax_amount", "shipping_amount")) {
            Money.of(body, name, total.currency());
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
                                        WITHOUT_MATCH,
                                        Tag.REDIRECT))
                        .returnUrl(urls.requiredUrl("success"));
        var notified = urls.text("notification");
        if (notified != null) {
            requested.webhookUrl(notified);
        }
        return orders.create(requested.build(), this::opened);
    }

    /** A reference leads to its newest order. */
    private Answer opened(Change change, Payment requested) {
        var payment = Steps.opened(change, this, requested).payment();
        orders.name(change, payment);
        return answers.created(payment);
    }

    private Reply authorise(Payment known) {
        return book.<Reply>change(
                connector(),
                change -> {
                    var payment = Objects.requireNonNull(change.payment(known.id()));
                    if (payment.stage() != Stage.REQUIRES_ACTION || !payment.consented()) {
                        return Reply.of(answers.error(409, "order_not_approved"));
                    }
                    var moment = new Moment(change.now(), ids());
                    var done = Authorizing.decide(payment, moment);
                    Steps.answered(change, this, done);
                    var reply = Reply.of(answers.authorised(done.payment()));
                    if (payment.has(Tag.TIMEOUT_APPROVED)) {
                        return reply.with(Reply.Delivery.STALLED);
                    }
                    return payment.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
                });
    }

    /** Tamara decides on its page; a yes there allows the merchant to authorise the order. */
    public static RuleResult decided(Payment payment, Authorizing.Choice choice, Moment moment) {
        return payment.has(Tag.DECLINED) || payment.has(Tag.INSUFFICIENT) || payment.has(Tag.FRAUD)
                ? Authorizing.answered(payment, choice, moment)
                : Authorizing.consented(payment, choice, moment);
    }

    @Override
    public Subject subject(Call call) {
        var account = call.header("Authorization", BEARER);
        try {
            var reference = call.json().path("order_reference_id").asString(null);
            var payment = account == null ? null : about(call, account);
            if (payment != null) {
                return new Subject(payment.merchantReference(), null);
            }
            return new Subject(reference == null ? null : CompanyOrders.reference(reference), null);
        } catch (BadRequest bad) {
            return new Subject(null, null);
        }
    }

    @Override
    public Answer trouble(int status) {
        var answer = answers.error(status, "service_not_available");
        return status == 429 ? answer.with("Retry-After", "1") : answer;
    }

    @Override
    public Moment.Ids ids() {
        return Moment.Ids.RANDOM;
    }

    @Override
    public @Nullable Webhook notice(Payment payment, Happening happening, long now) {
        return TamaraWebhooks.notice(payment, happening);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return TamaraWebhooks.sign(webhook, now);
    }

    @Override
    public @Nullable String returnUrl(Payment payment, Authorizing.Choice choice) {
        var url = payment.returnUrl();
        var status =
                switch (choice) {
                    case APPROVE -> "approved";
                    case DECLINE -> "declined";
                    case CANCEL -> "canceled";
                };
        return url == null
                ? null
                : "%s%sorderId=%s&paymentStatus=%s"
                        .formatted(url, url.indexOf('?') < 0 ? '?' : '&', payment.id(), status);
    }
}
