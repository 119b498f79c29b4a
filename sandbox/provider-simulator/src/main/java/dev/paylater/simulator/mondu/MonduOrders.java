package dev.paylater.simulator.mondu;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ReferencedOrders;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** Orders until they are confirmed: the buyer agrees on the page, then the merchant confirms. */
final class MonduOrders {

    static final String CANCEL_URL = "cancel_url";
    static final String DECLINED_URL = "declined_url";

    private static final long SLOW_MILLIS = 3_000;

    /** What Mondu has no match for. */
    private static final Set<Tag> WITHOUT_MATCH = Tag.UNUSUAL;

    private final MonduDialect dialect;
    private final MonduJson json;
    private final Book book;
    private final ReferencedOrders orders;

    MonduOrders(MonduDialect dialect, MonduJson json, Book book, ReferencedOrders orders) {
        this.dialect = dialect;
        this.json = json;
        this.book = book;
        this.orders = orders;
    }

    Reply create(StrictFields body, String account) {
        MonduFields.order(body);
        var details =
                BookJson.MAPPER
                        .createObjectNode()
                        .put(CANCEL_URL, body.text(CANCEL_URL))
                        .put(DECLINED_URL, body.text(DECLINED_URL));
        var requested =
                orders.requested(account, body.requiredText("external_reference_id"))
                        .currency(body.requiredText("currency"))
                        .amount(body.requiredAmount("gross_amount_cents", 1))
                        .tags(
                                Tag.in(
                                        body.object("buyer").requiredText("email"),
                                        WITHOUT_MATCH,
                                        Tag.REDIRECT))
                        .returnUrl(body.text("success_url"))
                        .details(details)
                        .build();
        return orders.create(requested, this::opened);
    }

    /** A late approval is one of the confirmation, not of the page. */
    private ProviderAnswer opened(Change change, SimulatedPayment requested) {
        var late = requested.has(Tag.LATE_APPROVAL);
        var done =
                Steps.opened(
                        change,
                        dialect,
                        late ? requested.withTags(without(requested.tags())) : requested);
        if (late) {
            change.put(done.payment().withTags(requested.tags()));
        }
        return json.created(done.payment());
    }

    private static Set<Tag> without(Set<Tag> tags) {
        var rest = EnumSet.copyOf(tags);
        rest.remove(Tag.LATE_APPROVAL);
        return rest;
    }

    Reply confirm(SimulatedPayment known) {
        return book.<Reply>change(
                dialect.connector(),
                change -> {
                    var payment = Objects.requireNonNull(change.payment(known.id()));
                    return switch (payment.stage()) {
                        case REQUIRES_ACTION ->
                                payment.consented()
                                        ? decided(change, payment)
                                        : Reply.of(
                                                MonduErrors.error(
                                                        422, "state", "is not authorized"));
                        case CANCELLED, EXPIRED ->
                                Reply.of(MonduErrors.error(422, "state", "is final"));
                        case PENDING, REVIEW, APPROVED, DECLINED -> Reply.of(json.order(payment));
                    };
                });
    }

    private Reply decided(Change change, SimulatedPayment payment) {
        var late = payment.has(Tag.LATE_APPROVAL);
        var done =
                late
                        ? Authorizing.declined(payment, ProviderFailure.Code.DECLINED, "Declined.")
                        : Authorizing.decide(payment, new TimeAndIds(change.now(), dialect.ids()));
        Steps.answered(change, dialect, done);
        var reply = Reply.of(json.order(done.payment()));
        if (late || payment.has(Tag.TIMEOUT_APPROVED)) {
            return reply.with(Reply.Delivery.STALLED);
        }
        return payment.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }
}
