package dev.paylater.simulator.mondu;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.Failure;
import dev.paylater.simulator.payment.Moment;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.PaymentBuilder;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** Orders until they are confirmed: the buyer agrees on the page, then the merchant confirms. */
final class MonduOrders {

    static final String CANCEL_URL = "cancel_url";
    static final String DECLINED_URL = "declined_url";

    private static final long SLOW_MILLIS = 3_000;

    /** What Mondu has no match for. */
    private static final Set<Tag> WITHOUT_MATCH =
            EnumSet.of(
                    Tag.REVIEW,
                    Tag.CAPTURE_PENDING,
                    Tag.REFUND_PENDING,
                    Tag.REFUND_REVIEW,
                    Tag.THREE_DS_CHALLENGE,
                    Tag.THREE_DS_FAILED,
                    Tag.THREE_DS_FRICTIONLESS);

    private final MonduDialect dialect;
    private final MonduJson json;
    private final Book book;
    private final Subscriptions subscriptions;

    MonduOrders(MonduDialect dialect, MonduJson json, Book book, Subscriptions subscriptions) {
        this.dialect = dialect;
        this.json = json;
        this.book = book;
        this.subscriptions = subscriptions;
    }

    Reply create(Fields body, String account) {
        MonduFields.order(body);
        var asked = asked(body, account);
        return asked.has(Tag.TIMEOUT)
                ? Reply.stalled(MonduErrors.trouble(503))
                : Reply.of(
                        book.<Answer>change(dialect.connector(), change -> opened(change, asked)));
    }

    private Payment asked(Fields body, String account) {
        var attempt = body.requiredText("external_reference_id");
        var reference = reference(attempt);
        var details =
                Json.MAPPER
                        .createObjectNode()
                        .put(CANCEL_URL, body.text(CANCEL_URL))
                        .put(DECLINED_URL, body.text(DECLINED_URL));
        return PaymentBuilder.builder()
                .id("")
                .connector(dialect.connector())
                .account(account)
                .merchantReference(reference)
                .attemptReference(attempt)
                .key(attempt)
                .currency(body.requiredText("currency"))
                .amount(body.requiredAmount("gross_amount_cents", 1))
                .tags(
                        Tag.in(
                                body.object("buyer").requiredText("email"),
                                WITHOUT_MATCH,
                                Tag.REDIRECT))
                .stage(Stage.PENDING)
                .returnUrl(body.text("success_url"))
                .webhookUrl(subscriptions.url(dialect.connector(), account, reference))
                .details(details)
                .build();
    }

    /** A merchant that tries a payment again numbers its orders: the ledger is by payment. */
    static String reference(String attempt) {
        return attempt.replaceFirst("_\\d+$", "");
    }

    private Answer opened(Change change, Payment asked) {
        if (Steps.outOfOrder(change, asked)) {
            return MonduErrors.trouble(503);
        }
        if (asked.has(Tag.INVALID)) {
            return MonduErrors.error(422, "buyer", "cannot be used");
        }
        // A late approval is one of the confirmation, not of the page.
        var late = asked.has(Tag.LATE_APPROVAL);
        var done =
                Steps.opened(change, dialect, late ? asked.withTags(without(asked.tags())) : asked);
        if (late) {
            change.put(done.payment().withTags(asked.tags()));
        }
        return Answer.of(201, json.order(done.payment()));
    }

    private static Set<Tag> without(Set<Tag> tags) {
        var rest = EnumSet.copyOf(tags);
        rest.remove(Tag.LATE_APPROVAL);
        return rest;
    }

    Reply get(Payment payment) {
        Steps.asked(book, payment);
        return Reply.of(Answer.of(200, json.order(payment)));
    }

    Reply confirm(Payment known) {
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
                        case PENDING, REVIEW, APPROVED, DECLINED ->
                                Reply.of(Answer.of(200, json.order(payment)));
                    };
                });
    }

    private Reply decided(Change change, Payment payment) {
        var late = payment.has(Tag.LATE_APPROVAL);
        var done =
                late
                        ? Authorizing.declined(payment, Failure.Code.DECLINED, "Declined.")
                        : Authorizing.decide(payment, new Moment(change.now(), dialect.ids()));
        Steps.answered(change, dialect, done);
        var reply = Reply.of(Answer.of(200, json.order(done.payment())));
        if (late || payment.has(Tag.TIMEOUT_APPROVED)) {
            return reply.with(Reply.Delivery.STALLED);
        }
        return payment.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }
}
