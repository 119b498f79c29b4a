package dev.paylater.simulator.afterpay;

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
import dev.paylater.simulator.payment.Moment;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** POST /v2/checkouts: every customer has to go to the page. */
final class AfterpayCheckouts {

    private static final int LONGEST_REFERENCE = 128;

    /** What Afterpay has no match for. */
    private static final Set<Tag> WITHOUT_MATCH =
            EnumSet.of(
                    Tag.REVIEW,
                    Tag.LATE_APPROVAL,
                    Tag.REFUND_PENDING,
                    Tag.REFUND_REVIEW,
                    Tag.THREE_DS_CHALLENGE,
                    Tag.THREE_DS_FAILED,
                    Tag.THREE_DS_FRICTIONLESS);

    private final AfterpayDialect dialect;
    private final AfterpayJson json;
    private final Book book;
    private final Subscriptions subscriptions;

    AfterpayCheckouts(
            AfterpayDialect dialect, AfterpayJson json, Book book, Subscriptions subscriptions) {
        this.dialect = dialect;
        this.json = json;
        this.book = book;
        this.subscriptions = subscriptions;
    }

    Reply open(Fields body, String account) {
        var asked = asked(body, account);
        if (asked.has(Tag.TIMEOUT)) {
            return Reply.stalled(AfterpayErrors.trouble(503));
        }
        return Reply.of(book.<Answer>change(dialect.connector(), change -> opened(change, asked)));
    }

    private Payment asked(Fields body, String account) {
        var amount = AfterpayFields.positive(body, "amount");
        var consumer = body.object("consumer");
        var email = consumer.requiredText("email");
        var merchant = body.object("merchant");
        AfterpayFields.contact(body, "billing");
        AfterpayFields.contact(body, "shipping");
        AfterpayFields.sum(body, amount);
        var reference = AfterpayFields.cut(body, "merchantReference", LONGEST_REFERENCE);
        var known = reference == null ? "" : reference;
        var details = Json.MAPPER.createObjectNode();
        details.put(AfterpayPayments.TOKEN, AfterpayIds.token());
        details.put(AfterpayPayments.CANCEL_URL, merchant.requiredText("redirectCancelUrl"));
        return new Payment(
                "",
                dialect.connector(),
                account,
                known,
                null,
                "",
                0,
                0,
                amount.currency(),
                amount.minor(),
                false,
                tags(email),
                Stage.PENDING,
                null,
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                merchant.requiredText("redirectConfirmUrl"),
                subscriptions.url(dialect.connector(), account, known),
                details);
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
            return AfterpayErrors.trouble(503);
        }
        if (asked.has(Tag.INVALID)) {
            return AfterpayErrors.invalid("The consumer's data cannot be used.");
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
                        AfterpayPayments.pointer(AfterpayPayments.token(payment)),
                        payment.account(),
                        Json.MAPPER.createObjectNode().put("payment_id", payment.id())));
        return Answer.of(201, json.checkout(done.payment()));
    }

    private static boolean firstTime(Change change, Payment asked) {
        var id = "afterpay error-once " + asked.account() + ' ' + asked.merchantReference();
        if (change.document(id) != null) {
            return false;
        }
        change.put(new Document(id, asked.account(), Json.MAPPER.createObjectNode()));
        return true;
    }
}
