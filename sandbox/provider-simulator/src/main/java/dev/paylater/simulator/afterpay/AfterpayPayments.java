package dev.paylater.simulator.afterpay;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * POST /v2/payments/auth and /capture: the call that makes an order of a checkout, once for each
 * token. Before it there is no payment, whatever the customer said on the page.
 */
final class AfterpayPayments {

    static final String TOKEN = "token";
    static final String CANCEL_URL = "cancel_url";

    /** In a payment's details: when the merchant's call made it. */
    static final String DECIDED = "decided";

    /** In a payment's details: what the merchant calls it now. */
    static final String RENAMED = "renamed";

    /** In a payment's details: who ships it. */
    static final String COURIER = "courier";

    private static final long SLOW_MILLIS = 3_000;

    private final AfterpayDialect dialect;
    private final AfterpayJson json;
    private final Book book;

    AfterpayPayments(AfterpayDialect dialect, AfterpayJson json, Book book) {
        this.dialect = dialect;
        this.json = json;
        this.book = book;
    }

    static String token(SimulatedPayment payment) {
        return payment.details().path(TOKEN).asString("");
    }

    static String pointer(String token) {
        return "afterpay_token " + token;
    }

    @Nullable SimulatedPayment byToken(String account, String token) {
        var document = book.document(pointer(token));
        return document == null
                ? null
                : byId(account, document.content().path("payment_id").asString(""));
    }

    @Nullable SimulatedPayment byId(String account, String id) {
        var payment = book.payment(id);
        return payment != null
                        && payment.connector().equals(dialect.connector())
                        && payment.account().equals(account)
                ? payment
                : null;
    }

    /** A payment that the merchant's call has made; before, nobody can see it. */
    static boolean isVisible(@Nullable SimulatedPayment payment) {
        return payment != null
                && payment.details().has(DECIDED)
                && payment.stage() != Stage.PENDING;
    }

    /** What the merchant says about a payment later: its reference, or its courier. */
    Reply note(SimulatedPayment known, StrictFields body, String name) {
        return Reply.of(
                book.<ProviderAnswer>change(
                        dialect.connector(),
                        change -> {
                            var payment = Objects.requireNonNull(change.payment(known.id()));
                            var details = payment.details().deepCopy();
                            if (name.equals(COURIER)) {
                                details.set(COURIER, body.object());
                            } else {
                                details.put(RENAMED, body.text("merchantReference"));
                            }
                            var after = payment.withDetails(details);
                            change.put(after);
                            return ProviderAnswer.of(200, json.payment(after));
                        }));
    }

    /** Newest first; by references, ids or tokens, as far as they lead to payments. */
    Reply list(ProviderCall call, String account) {
        var found = new ArrayList<SimulatedPayment>();
        var reference = call.query("merchantReferences");
        if (reference != null) {
            found.addAll(book.payments(reference));
        }
        var id = call.query("ids");
        var byId = id == null ? null : byId(account, id);
        if (byId != null) {
            found.add(byId);
        }
        var token = call.query("tokens");
        var byToken = token == null ? null : byToken(account, token);
        if (byToken != null) {
            found.add(byToken);
        }
        var shown =
                found.stream()
                        .filter(AfterpayPayments::isVisible)
                        .filter(payment -> payment.account().equals(account))
                        .filter(payment -> payment.connector().equals(dialect.connector()))
                        .distinct()
                        .toList()
                        .reversed();
        return Reply.of(ProviderAnswer.of(200, json.list(shown)));
    }

    /** At once: the capture is part of it. */
    Reply decide(StrictFields body, String account, boolean atOnce) {
        var token = body.requiredText(TOKEN);
        var key = atOnce ? token : AfterpayFields.requestId(body);
        AfterpayFields.cut(body, "merchantReference", 128);
        var known = byToken(account, token);
        if (known == null) {
            return Reply.of(AfterpayErrors.invalidToken());
        }
        return book.<Reply>change(
                dialect.connector(),
                change -> {
                    var payment = Objects.requireNonNull(change.payment(known.id()));
                    return payment.details().has(DECIDED)
                            ? Reply.of(again(payment, key))
                            : first(change, payment, key, atOnce);
                });
    }

    private ProviderAnswer again(SimulatedPayment payment, String key) {
        return payment.key().equals(key) ? answer(payment) : AfterpayErrors.invalidToken();
    }

    private Reply first(Change change, SimulatedPayment payment, String key, boolean atOnce) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION ->
                    payment.consented()
                            ? onItsWay(decided(change, payment, key, atOnce), payment, atOnce)
                            : Reply.of(
                                    AfterpayErrors.error(
                                            412,
                                            "invalid_order_transaction_status",
                                            "Order has not been approved."));
            case DECLINED -> Reply.of(decided(change, payment, key, atOnce));
            case CANCELLED, EXPIRED, PENDING, REVIEW, APPROVED ->
                    Reply.of(AfterpayErrors.invalidToken());
        };
    }

    private ProviderAnswer decided(
            Change change, SimulatedPayment payment, String key, boolean atOnce) {
        var details = payment.details().deepCopy().put(DECIDED, change.now());
        var asked =
                payment.withKey(key)
                        .withAutomaticCapture(atOnce)
                        .withDetails(details)
                        .withTags(tags(payment, atOnce))
                        .withUpdated(change.now());
        var done =
                asked.stage() == Stage.DECLINED || (atOnce && asked.has(Tag.CAPTURE_DECLINED))
                        ? Authorizing.declined(asked, ProviderFailure.Code.DECLINED, "Declined.")
                        : Authorizing.decide(asked, new TimeAndIds(change.now(), dialect.ids()));
        Steps.answered(change, dialect, done);
        return answer(done.payment());
    }

    /** A capture at once is not accepted first and done later. */
    private static Set<Tag> tags(SimulatedPayment payment, boolean atOnce) {
        if (!atOnce || !payment.has(Tag.CAPTURE_PENDING)) {
            return payment.tags();
        }
        var rest = EnumSet.copyOf(payment.tags());
        rest.remove(Tag.CAPTURE_PENDING);
        return rest;
    }

    /** A capture that is declined is a payment that was made, an authorization is not. */
    private ProviderAnswer answer(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case APPROVED -> ProviderAnswer.of(201, json.payment(payment));
            case PENDING -> AfterpayErrors.processing();
            case DECLINED, CANCELLED, EXPIRED, REVIEW, REQUIRES_ACTION ->
                    ProviderAnswer.of(
                            payment.automaticCapture() ? 201 : 402, json.payment(payment));
        };
    }

    private static Reply onItsWay(ProviderAnswer answer, SimulatedPayment payment, boolean atOnce) {
        var reply = Reply.of(answer);
        if (payment.has(Tag.TIMEOUT_APPROVED) || (atOnce && payment.has(Tag.CAPTURE_TIMEOUT))) {
            return reply.with(Reply.Delivery.STALLED);
        }
        return payment.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }
}
