package dev.paylater.simulator.book;

import dev.paylater.simulator.payment.DueChange;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The provider's memory and its ledger. One writer at a time decides and appends one line: a step
 * takes microseconds, and with a single order there is nothing to reconcile inside the simulator.
 */
public final class Book implements AutoCloseable {

    /** Receives what a written step still leads to; called while the book is locked. */
    public interface Aftermath {
        void due(String paymentId, DueChange due);

        void owed(Webhook webhook);
    }

    /** The fingerprint of requests at providers that look at the key alone. */
    private static final String ANY_BODY = "any";

    private final Journal journal;
    private final Index index = new Index();
    private final Tally tally = new Tally();
    private final LongSupplier clock;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Aftermath aftermath;

    public Book(Path file, LongSupplier clock) {
        this.clock = clock;
        this.journal = new Journal(file);
        journal.load((place, bytes) -> learn(BookLine.head(bytes), place));
    }

    /** From now on; what was left over from the last run comes first. */
    public void begin(Aftermath listener) {
        lock.lock();
        try {
            aftermath = listener;
            index.dues().forEach((id, dues) -> dues.forEach(due -> listener.due(id, due)));
            index.owed().forEach(listener::owed);
        } finally {
            lock.unlock();
        }
    }

    /** One step outside any idempotency key. */
    public <T extends @Nullable Object> T change(String connector, Function<Change, T> step) {
        lock.lock();
        try {
            var change = new Change(this, clock.getAsLong());
            var result = step.apply(change);
            if (!change.empty()) {
                write(change.line(connector, null));
            }
            return result;
        } finally {
            lock.unlock();
        }
    }

    /** One step of which nobody needs a result. */
    public void run(String connector, Consumer<Change> step) {
        change(
                connector,
                change -> {
                    step.accept(change);
                    return change;
                });
    }

    /** A step that happens at most once for the key, whatever else the request says. */
    public Once.Done once(
            String connector,
            String account,
            String key,
            String type,
            Function<Change, KeyOutcome> step) {
        return switch (once(connector, account, key, type, ANY_BODY, step)) {
            case Once.Done done -> done;
            case Once.Reused() -> throw new IllegalStateException("keys have no fingerprint");
        };
    }

    /** A step that happens at most once for the key; the fingerprint tells requests apart. */
    public Once once(
            String connector,
            String account,
            String key,
            String type,
            String fingerprint,
            Function<Change, KeyOutcome> step) {
        lock.lock();
        try {
            var before = operation(connector, account, key);
            if (before != null) {
                return before.fingerprint().equals(fingerprint)
                        ? new Once.Repeated(before.answer())
                        : new Once.Reused();
            }
            var change = new Change(this, clock.getAsLong());
            var decision = step.apply(change);
            switch (decision) {
                case KeyOutcome.Recorded(var answer, var subject, var paymentId) ->
                        write(
                                change.line(
                                        connector,
                                        new KeyedOperation(
                                                account,
                                                key,
                                                type,
                                                fingerprint,
                                                subject,
                                                paymentId,
                                                change.now(),
                                                answer)));
                case KeyOutcome.Passing _ -> {
                    if (!change.empty()) {
                        write(change.line(connector, null));
                    }
                }
            }
            return new Once.Decided(decision);
        } finally {
            lock.unlock();
        }
    }

    /** Somebody took the webhook: it is owed no longer. */
    public void taken(Webhook webhook) {
        lock.lock();
        try {
            var head =
                    new Head(
                            clock.getAsLong(),
                            webhook.connector(),
                            null,
                            null,
                            null,
                            List.of(),
                            List.of(),
                            List.of(),
                            webhook.eventId());
            write(new BookLine(head, null, null));
        } finally {
            lock.unlock();
        }
    }

    public @Nullable SimulatedPayment payment(String id) {
        var recent = index.recent(id);
        if (recent != null) {
            return recent;
        }
        var place = index.payment(id);
        return place == Places.NONE ? null : read(place).payment();
    }

    public @Nullable Document document(String id) {
        var place = index.document(id);
        return place == Places.NONE
                ? null
                : read(place).head().documents().reversed().stream()
                        .filter(document -> document.id().equals(id))
                        .findFirst()
                        .orElse(null);
    }

    public @Nullable KeyedOperation operation(String connector, String account, String key) {
        var place = index.operation(connector, account, key);
        return place == Places.NONE ? null : read(place).operation();
    }

    /** As they are now, oldest first. */
    public List<SimulatedPayment> payments(String merchantReference) {
        var payments = new LinkedHashMap<String, SimulatedPayment>();
        for (var line : lines(merchantReference)) {
            var payment = Objects.requireNonNull(line.payment());
            payments.put(payment.id(), payment);
        }
        return List.copyOf(payments.values());
    }

    public List<LedgerEntry> entries(String merchantReference) {
        return lines(merchantReference).stream()
                .flatMap(line -> line.head().entries().stream())
                .toList();
    }

    /** Oldest first, by way of each line's pointer to the one before. */
    private List<BookLine> lines(String merchantReference) {
        var lines = new ArrayList<BookLine>();
        var place = index.reference(merchantReference);
        while (place != Places.NONE) {
            var line = read(place);
            lines.add(line);
            place = Objects.requireNonNull(line.head().about()).before();
        }
        return lines.reversed();
    }

    long latest(String merchantReference) {
        return index.reference(merchantReference);
    }

    /** The whole ledger, an entry a line. */
    public void writeLedger(OutputStream out) {
        journal.scan(
                (place, line) -> {
                    try {
                        for (var entry : BookLine.head(line).entries()) {
                            out.write(BookJson.MAPPER.writeValueAsBytes(entry.toJson()));
                            out.write('\n');
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    public ObjectNode summary() {
        lock.lock();
        try {
            return tally.toJson();
        } finally {
            lock.unlock();
        }
    }

    long entries() {
        return tally.entries();
    }

    private BookLine read(long place) {
        return BookLine.read(journal.read(place));
    }

    private void write(BookLine line) {
        var payment = line.payment();
        var before = payment == null ? null : payment(payment.id());
        learn(line.head(), journal.append(line.bytes()));
        if (payment != null) {
            index.keep(payment);
        }
        if (aftermath == null) {
            return;
        }
        if (payment != null) {
            for (var due : payment.dues()) {
                if (before == null || !before.dues().contains(due)) {
                    aftermath.due(payment.id(), due);
                }
            }
        }
        line.head().webhooks().forEach(aftermath::owed);
    }

    private void learn(Head head, long place) {
        index.add(head, place);
        head.entries().forEach(tally::add);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            journal.close();
        } finally {
            lock.unlock();
        }
    }
}
