package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.payment.Happening;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.Verdict;
import java.util.EnumSet;
import java.util.Set;

/** Writes down what a verdict changed: the payment, its ledger entries, the webhooks owed. */
public final class Steps {

    private static final int COPIES = 5;

    private static final Set<Happening.Kind> DECISIONS =
            EnumSet.of(
                    Happening.Kind.AUTHORIZED,
                    Happening.Kind.DECLINED,
                    Happening.Kind.CAPTURE_FAILED);

    private Steps() {}

    /** The caller hears of it in the answer to its own call. */
    public static void answered(Change change, Dialect dialect, Verdict.Done done) {
        record(change, done);
        if (done.payment().has(Tag.DUPLICATE_WEBHOOK)) {
            done.happenings().forEach(happening -> tell(change, dialect, done, happening));
        }
    }

    /** Nobody is waiting for it: only a webhook, or asking, tells. */
    public static void later(Change change, Dialect dialect, Verdict.Done done) {
        record(change, done);
        for (var happening : done.happenings()) {
            var silent =
                    done.payment().has(Tag.PENDING_SILENT) && DECISIONS.contains(happening.kind());
            if (!silent) {
                tell(change, dialect, done, happening);
            }
        }
    }

    private static void record(Change change, Verdict.Done done) {
        change.put(done.payment());
        change.post(done.payment(), done.postings());
    }

    private static void tell(
            Change change, Dialect dialect, Verdict.Done done, Happening happening) {
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
