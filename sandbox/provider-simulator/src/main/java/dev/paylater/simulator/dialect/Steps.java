package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.Deadlines;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** Records what a rule changed: the payment, its ledger entries, the webhooks owed. */
public final class Steps {

    private static final int COPIES = 5;

    private static final Set<SimulatedEvent.Kind> DECISIONS =
            EnumSet.of(
                    SimulatedEvent.Kind.AUTHORIZED,
                    SimulatedEvent.Kind.DECLINED,
                    SimulatedEvent.Kind.CAPTURE_FAILED);

    private Steps() {}

    /** The caller hears of it in the answer to its own call. */
    public static void answered(Change change, Dialect dialect, RuleResult.Done done) {
        record(change, done);
        if (done.payment().has(Tag.DUPLICATE_WEBHOOK)) {
            done.happenings().forEach(happening -> tell(change, dialect, done, happening));
        }
    }

    /** Opens a payment as it is asked for; who asked hears of it in the answer. */
    public static RuleResult.Done opened(Change change, Dialect dialect, SimulatedPayment asked) {
        var moment = new TimeAndIds(change.now(), dialect.ids());
        var done =
                Authorizing.open(
                        asked.withId(moment.ids().next(TimeAndIds.Kind.PAYMENT))
                                .withCreated(change.now())
                                .withUpdated(change.now()),
                        moment);
        answered(change, dialect, done);
        return done;
    }

    /** Whether the provider is out of order for this payment: always, or for the first time. */
    public static boolean outOfOrder(Change change, SimulatedPayment asked) {
        return asked.has(Tag.ERROR) || (asked.has(Tag.ERROR_ONCE) && firstTime(change, asked));
    }

    private static boolean firstTime(Change change, SimulatedPayment asked) {
        var id =
                String.join(
                        " ",
                        asked.connector(),
                        "error-once",
                        asked.account(),
                        asked.merchantReference());
        if (change.document(id) != null) {
            return false;
        }
        change.put(new Document(id, asked.account(), BookJson.MAPPER.createObjectNode()));
        return true;
    }

    /** Somebody asks: that may start the time until a decision. */
    public static void asked(Book book, SimulatedPayment payment) {
        if (Deadlines.asked(payment, 0) == null) {
            return;
        }
        book.run(
                payment.connector(),
                change -> {
                    var now = Objects.requireNonNull(change.payment(payment.id()));
                    var after = Deadlines.asked(now, change.now());
                    if (after != null) {
                        change.put(after);
                    }
                });
    }

    /** Nobody is waiting for it: only a webhook, or asking, tells. */
    public static void later(Change change, Dialect dialect, RuleResult.Done done) {
        record(change, done);
        for (var happening : done.happenings()) {
            var silent =
                    done.payment().has(Tag.PENDING_SILENT) && DECISIONS.contains(happening.kind());
            if (!silent) {
                tell(change, dialect, done, happening);
            }
        }
    }

    private static void record(Change change, RuleResult.Done done) {
        change.put(done.payment());
        change.post(done.payment(), done.postings());
    }

    private static void tell(
            Change change, Dialect dialect, RuleResult.Done done, SimulatedEvent happening) {
        var webhook = dialect.notice(done.payment(), happening, change.now());
        if (webhook != null) {
            var copies = done.payment().has(Tag.DUPLICATE_WEBHOOK) ? COPIES : 1;
            change.tell(
                    new Webhook(
                            webhook.eventId(),
                            webhook.connector(),
                            webhook.account(),
                            webhook.merchantReference(),
                            webhook.url(),
                            webhook.body(),
                            copies));
        }
    }
}
