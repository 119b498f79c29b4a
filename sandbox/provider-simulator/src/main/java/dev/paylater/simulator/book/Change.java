package dev.paylater.simulator.book;

import dev.paylater.simulator.payment.Posting;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one step is about to write, and what it may read: nobody else writes meanwhile. */
public final class Change {

    private final Book book;
    private final long now;
    private final List<LedgerEntry> entries = new ArrayList<>();
    private final List<Document> documents = new ArrayList<>();
    private final List<Webhook> webhooks = new ArrayList<>();
    private @Nullable SimulatedPayment payment;

    Change(Book book, long now) {
        this.book = book;
        this.now = now;
    }

    public long now() {
        return now;
    }

    public @Nullable SimulatedPayment payment(String id) {
        return book.payment(id);
    }

    public @Nullable Document document(String id) {
        return book.document(id);
    }

    /** At most one payment a step. */
    public void put(SimulatedPayment changed) {
        payment = changed;
    }

    public void put(Document document) {
        documents.add(document);
    }

    public void tell(Webhook webhook) {
        webhooks.add(webhook);
    }

    public void post(SimulatedPayment of, List<Posting> postings) {
        for (var posting : postings) {
            entries.add(
                    new LedgerEntry(
                            book.entries() + entries.size() + 1,
                            now,
                            of.connector(),
                            posting.kind(),
                            posting.amount(),
                            of.currency(),
                            posting.key(),
                            posting.providerId(),
                            of.id(),
                            of.merchantReference(),
                            of.attemptReference()));
        }
    }

    boolean empty() {
        return payment == null && entries.isEmpty() && documents.isEmpty() && webhooks.isEmpty();
    }

    BookLine line(String connector, @Nullable KeyedOperation operation) {
        var head =
                new Head(
                        now,
                        connector,
                        about(),
                        operation == null ? null : operation.account(),
                        operation == null ? null : operation.key(),
                        entries,
                        documents,
                        webhooks,
                        null);
        return new BookLine(head, operation, payment);
    }

    private Head.@Nullable About about() {
        return payment == null
                ? null
                : new Head.About(
                        payment.id(),
                        payment.merchantReference(),
                        book.latest(payment.merchantReference()),
                        payment.dues());
    }
}
