package dev.paylater.simulator.billie;

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
import dev.paylater.simulator.payment.Moment;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Orders, decided when they are made. */
final class BillieOrders {

    private static final long SLOW_MILLIS = 3_000;

    /** What Billie has no match for; it has no page here. */
    private static final Set<Tag> WITHOUT_MATCH =
            EnumSet.of(
                    Tag.REDIRECT,
                    Tag.REDIRECT_EXPIRED,
                    Tag.REVIEW,
                    Tag.CAPTURE_PENDING,
                    Tag.REFUND_PENDING,
                    Tag.REFUND_REVIEW,
                    Tag.THREE_DS_CHALLENGE,
                    Tag.THREE_DS_FAILED,
                    Tag.THREE_DS_FRICTIONLESS);

    private final BillieDialect dialect;
    private final Book book;
    private final Subscriptions subscriptions;

    BillieOrders(BillieDialect dialect, Book book, Subscriptions subscriptions) {
        this.dialect = dialect;
        this.book = book;
        this.subscriptions = subscriptions;
    }

    Reply create(Fields body, String account) {
        BillieFields.order(body);
        var asked = asked(body, account);
        if (asked.has(Tag.TIMEOUT)) {
            return Reply.stalled(BillieErrors.trouble(503));
        }
        var reply =
                Reply.of(book.<Answer>change(dialect.connector(), change -> opened(change, asked)));
        if (reply.answer().status() == 200
                && (asked.has(Tag.TIMEOUT_APPROVED) || asked.has(Tag.LATE_APPROVAL))) {
            return reply.with(Reply.Delivery.STALLED);
        }
        return asked.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }

    private Payment asked(Fields body, String account) {
        var code = body.requiredText("external_code");
        var reference = reference(code);
        return new Payment(
                "",
                dialect.connector(),
                account,
                reference,
                code,
                code,
                0,
                0,
                BillieFields.CURRENCY,
                BillieFields.positive(body, "amount"),
                false,
                tags(body.object("debtor_person").requiredText("email")),
                Stage.PENDING,
                null,
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                subscriptions.url(dialect.connector(), account, reference),
                Json.MAPPER.createObjectNode());
    }

    /** A merchant that tries a payment again numbers its orders: the ledger is by payment. */
    static String reference(String code) {
        return code.replaceFirst("_\\d+$", "");
    }

    static String pointer(String account, String code) {
        return "billie order " + account + ' ' + code;
    }

    private static Set<Tag> tags(String email) {
        var tags = EnumSet.noneOf(Tag.class);
        tags.addAll(Tag.in(email));
        tags.removeAll(WITHOUT_MATCH);
        return Collections.unmodifiableSet(tags);
    }

    private Answer opened(Change change, Payment asked) {
        var pointer = pointer(asked.account(), asked.key());
        if (change.document(pointer) != null) {
            return BillieErrors.inUse();
        }
        if (asked.has(Tag.ERROR) || (asked.has(Tag.ERROR_ONCE) && firstTime(change, asked))) {
            return BillieErrors.trouble(503);
        }
        if (asked.has(Tag.INVALID)) {
            return BillieErrors.error(400, "debtor", "cannot be used");
        }
        var moment = new Moment(change.now(), dialect.ids());
        var payment =
                asked.withId(moment.ids().next(Moment.Kind.PAYMENT))
                        .withCreated(change.now())
                        .withUpdated(change.now());
        var done = Authorizing.open(payment, moment);
        Steps.answered(change, dialect, done);
        change.put(
                new Document(
                        pointer,
                        asked.account(),
                        Json.MAPPER.createObjectNode().put("payment_id", payment.id())));
        return Answer.of(200, BillieJson.order(done.payment()));
    }

    private static boolean firstTime(Change change, Payment asked) {
        var id = "billie error-once " + asked.account() + ' ' + asked.merchantReference();
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
        return Reply.of(Answer.of(200, BillieJson.order(payment)));
    }
}
