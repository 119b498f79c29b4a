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
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.PaymentBuilder;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.EnumSet;
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
        return PaymentBuilder.builder()
                .id("")
                .connector(dialect.connector())
                .account(account)
                .merchantReference(reference)
                .attemptReference(code)
                .key(code)
                .currency(BillieFields.CURRENCY)
                .amount(BillieFields.positive(body, "amount"))
                .tags(Tag.in(body.object("debtor_person").requiredText("email"), WITHOUT_MATCH))
                .stage(Stage.PENDING)
                .webhookUrl(subscriptions.url(dialect.connector(), account, reference))
                .build();
    }

    /** A merchant that tries a payment again numbers its orders: the ledger is by payment. */
    static String reference(String code) {
        return code.replaceFirst("_\\d+$", "");
    }

    static String pointer(String account, String code) {
        return "billie order " + account + ' ' + code;
    }

    private Answer opened(Change change, Payment asked) {
        var pointer = pointer(asked.account(), asked.key());
        if (change.document(pointer) != null) {
            return BillieErrors.inUse();
        }
        if (Steps.outOfOrder(change, asked)) {
            return BillieErrors.trouble(503);
        }
        if (asked.has(Tag.INVALID)) {
            return BillieErrors.error(400, "debtor", "cannot be used");
        }
        var done = Steps.opened(change, dialect, asked);
        change.put(
                new Document(
                        pointer,
                        asked.account(),
                        Json.MAPPER.createObjectNode().put("payment_id", done.payment().id())));
        return Answer.of(200, BillieJson.order(done.payment()));
    }

    Reply get(Payment payment) {
        Steps.asked(book, payment);
        return Reply.of(Answer.of(200, BillieJson.order(payment)));
    }
}
