package dev.paylater.simulator.paypal;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.KeyedChanges;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.ReferencedOrders;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Orders until something is made of them: made, approved on the page, taken once. */
final class SimulatedPaypalOrders {

    /** In a payment's details. */
    static final String SOURCE = "payment_source";

    static final String CANCEL_URL = "cancel_url";

    private static final String KEY = "PayPal-Request-Id";
    private static final String AUTHORIZATION = "authorization";

    private static final long SLOW_MILLIS = 3_000;
    private static final Set<String> INTENTS = Set.of("CAPTURE", "AUTHORIZE");

    /** What PayPal has no match for: what it does not like it refuses when an order is taken. */
    private static final Set<Tag> WITHOUT_MATCH =
            EnumSet.of(
                    Tag.LATE_APPROVAL,
                    Tag.REVIEW,
                    Tag.REFUND_REVIEW,
                    Tag.THREE_DS_CHALLENGE,
                    Tag.THREE_DS_FAILED,
                    Tag.THREE_DS_FRICTIONLESS);

    /** And, of an order that is captured at once: there is nothing to decide about before it. */
    private static final Set<Tag> WITHOUT_MATCH_AT_ONCE =
            EnumSet.of(Tag.PENDING_APPROVED, Tag.PENDING_DECLINED, Tag.PENDING_SILENT);

    private static final Map<Tag, String> REFUSALS =
            Map.of(
                    Tag.DECLINED, "TRANSACTION_REFUSED",
                    Tag.INSUFFICIENT, "PAYER_CANNOT_PAY",
                    Tag.FRAUD, "COMPLIANCE_VIOLATION");

    private final PaypalDialect dialect;
    private final Book book;
    private final ReferencedOrders orders;
    private final PaypalAnswers answers;

    SimulatedPaypalOrders(
            PaypalDialect dialect, Book book, ReferencedOrders orders, PaypalAnswers answers) {
        this.dialect = dialect;
        this.book = book;
        this.orders = orders;
        this.answers = answers;
    }

    /** The id of what an order holds. */
    static String authorization(SimulatedPayment payment) {
        return payment.details().path(AUTHORIZATION).asString("");
    }

    Reply create(ProviderCall call, String account) {
        var body = StrictFields.of(call.json());
        if (body.oneOf("intent", INTENTS) == null) {
            throw body.missing("intent");
        }
        var units = body.list("purchase_units");
        if (units.isEmpty()) {
            throw body.missing("purchase_units");
        }
        // More units than one are not played.
        var unit = units.getFirst();
        var amount = PaypalAmounts.ofUnit(unit);
        if (body.has(SOURCE) && call.header(KEY) == null) {
            return Reply.of(answers.invalid("PAYPAL_REQUEST_ID_REQUIRED", KEY + " is required."));
        }
        var source = body.object(SOURCE).object("paypal");
        var context =
                source.has("experience_context")
                        ? source.object("experience_context")
                        : body.object("application_context");
        var atOnce = "CAPTURE".equals(body.text("intent"));
        var email = source.text("email_address");
        var tags = EnumSet.copyOf(Tag.in(String.valueOf(email), WITHOUT_MATCH, Tag.REDIRECT));
        tags.removeAll(atOnce ? WITHOUT_MATCH_AT_ONCE : Set.of());
        var reference = unit.text("custom_id");
        var requested =
                orders.requested(
                                account,
                                reference == null ? UUID.randomUUID().toString() : reference)
                        .currency(amount.currency())
                        .amount(amount.minor())
                        .automaticCapture(atOnce)
                        .tags(tags)
                        .returnUrl(context.text("return_url"))
                        .details(
                                BookJson.MAPPER
                                        .createObjectNode()
                                        .put(AUTHORIZATION, PaypalDialect.newId())
                                        .put(SOURCE, body.has(SOURCE))
                                        .put(CANCEL_URL, context.text(CANCEL_URL)))
                        .build();
        return orders.create(requested, (change, order) -> opened(change, order, key(call)));
    }

    static String key(ProviderCall call) {
        var key = call.header(KEY);
        if (key == null || key.isEmpty()) {
            return UUID.randomUUID().toString();
        }
        if (key.length() > 108) {
            throw new BadRequest(BadRequest.Kind.WRONG, KEY, KEY + " is too long.");
        }
        return key;
    }

    /** A repeated request is answered with its order. */
    private ProviderAnswer opened(Change change, SimulatedPayment requested, String key) {
        var pointer = "paypal request " + requested.account() + ' ' + key;
        var before = change.document(pointer);
        if (before != null) {
            var id = before.content().path("payment_id").asString("");
            return answers.order(Objects.requireNonNull(change.payment(id)), 200);
        }
        var payment = Steps.opened(change, dialect, requested).payment();
        change.put(
                new Document(
                        pointer,
                        payment.account(),
                        BookJson.MAPPER.createObjectNode().put("payment_id", payment.id())));
        KeyedChanges.point(change, dialect, payment, authorization(payment));
        return answers.order(payment, 201);
    }

    /** Only an order of which nothing was made is ever gone. */
    Reply get(SimulatedPayment payment) {
        return payment.stage() == Stage.EXPIRED && !PaypalAnswers.isTaken(payment)
                ? Reply.of(answers.notFound())
                : orders.get(payment, known -> answers.order(known, 200));
    }

    /** Authorizes or captures it, as it was intended. */
    Reply take(SimulatedPayment known, boolean atOnce) {
        return book.<Reply>change(
                dialect.connector(),
                change -> {
                    var payment = Objects.requireNonNull(change.payment(known.id()));
                    var refusal = refusal(payment, atOnce);
                    if (refusal != null) {
                        return Reply.of(answers.refused(refusal));
                    }
                    var moment = new TimeAndIds(change.now(), dialect.ids());
                    var done = Authorizing.decide(payment, moment);
                    Steps.answered(change, dialect, done);
                    done.payment()
                            .captures()
                            .forEach(
                                    capture ->
                                            KeyedChanges.point(
                                                    change, dialect, payment, capture.id()));
                    var reply = Reply.of(answers.order(done.payment(), 201));
                    if (payment.has(Tag.TIMEOUT_APPROVED)) {
                        return reply.with(Reply.Delivery.STALLED);
                    }
                    return payment.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
                });
    }

    private static @Nullable String refusal(SimulatedPayment payment, boolean atOnce) {
        if (payment.automaticCapture() != atOnce) {
            return "ACTION_DOES_NOT_MATCH_INTENT";
        }
        if (PaypalAnswers.isTaken(payment)) {
            return atOnce ? "ORDER_ALREADY_CAPTURED" : "ORDER_ALREADY_AUTHORIZED";
        }
        return switch (payment.stage()) {
            case EXPIRED -> "ORDER_EXPIRED";
            case CANCELLED -> "ORDER_COMPLETED_OR_VOIDED";
            default ->
                    payment.consented()
                            ? Stream.of(Tag.DECLINED, Tag.INSUFFICIENT, Tag.FRAUD)
                                    .filter(payment::has)
                                    .map(REFUSALS::get)
                                    .findFirst()
                                    .orElse(null)
                            : "ORDER_NOT_APPROVED";
        };
    }

    /**
     * A customer who approves allows the merchant to take the order; one whom PayPal then declines
     * has approved all the same; one who leaves may come back: the order stays as it was.
     */
    static RuleResult decided(
            SimulatedPayment payment, Authorizing.Choice choice, TimeAndIds moment) {
        return switch (choice) {
            case APPROVE -> Authorizing.consented(payment, choice, moment);
            case DECLINE -> {
                var tags = EnumSet.copyOf(payment.tags());
                tags.add(Tag.DECLINED);
                yield Authorizing.consented(
                        payment.withTags(tags), Authorizing.Choice.APPROVE, moment);
            }
            case CANCEL ->
                    RuleResult.refused(
                            ProviderFailure.Code.CUSTOMER_CANCELLED, "The customer left the page.");
        };
    }
}
