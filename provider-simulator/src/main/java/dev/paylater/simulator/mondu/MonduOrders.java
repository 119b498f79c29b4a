package dev.paylater.simulator.mondu;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.Deadlines;
import dev.paylater.simulator.payment.Failure;
import dev.paylater.simulator.payment.Moment;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
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
        return new Payment(
                "",
                dialect.connector(),
                account,
                reference,
                attempt,
                attempt,
                0,
                0,
                body.requiredText("currency"),
                body.requiredAmount("gross_amount_cents", 1),
                false,
                tags(body.object("buyer").requiredText("email")),
                Stage.PENDING,
                null,
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                body.text("success_url"),
                subscriptions.url(dialect.connector(), account, reference),
                details);
    }

    /** A merchant that tries a payment again numbers its orders: the ledger is by payment. */
    static String reference(String attempt) {
        return attempt.replaceFirst("_\\d+$", "");
    }

    private static Set<Tag> tags(String email) {
        var tags = EnumSet.noneOf(Tag.class);
        tags.addAll(Tag.in(email));
        tags.removeAll(WITHOUT_MATCH);
        tags.add(Tag.REDIRECT);
        return Collections.unmodifiableSet(tags);
    }

    private Answer opened(Change change, Payment asked) {
        if (asked.has(Tag.ERROR) || (asked.has(Tag.ERROR_ONCE) && firstTime(change, asked))) {
            return MonduErrors.trouble(503);
        }
        if (asked.has(Tag.INVALID)) {
            return MonduErrors.error(422, "buyer", "cannot be used");
        }
        var moment = new Moment(change.now(), dialect.ids());
        // A late approval is one of the confirmation, not of the page.
        var late = asked.has(Tag.LATE_APPROVAL);
        var payment =
                asked.withId(moment.ids().next(Moment.Kind.PAYMENT))
                        .withTags(late ? without(asked.tags()) : asked.tags())
                        .withCreated(change.now())
                        .withUpdated(change.now());
        var done = Authorizing.open(payment, moment);
        Steps.answered(change, dialect, done);
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

    private static boolean firstTime(Change change, Payment asked) {
        var id = "mondu error-once " + asked.account() + ' ' + asked.merchantReference();
        if (change.document(id) != null) {
            return false;
        }
        change.put(new Document(id, asked.account(), Json.MAPPER.createObjectNode()));
        return true;
    }

    Reply get(Payment payment) {
        if (Deadlines.asked(payment, 0) != null) {
            book.run(
                    dialect.connector(),
                    change -> {
                        var now = Objects.requireNonNull(change.payment(payment.id()));
                        var after = Deadlines.asked(now, change.now());
                        if (after != null) {
                            change.put(after);
                        }
                    });
        }
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
