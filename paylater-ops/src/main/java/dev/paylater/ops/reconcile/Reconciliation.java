package dev.paylater.ops.reconcile;

import com.mongodb.client.MongoDatabase;
import dev.paylater.ops.environment.Environment;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads all books and compares them; a difference is believed when another reading shows it as
 * well. Where there is no simulator, whose ledger can only be compared as a whole, a part of the
 * payments is in memory at a time.
 */
public final class Reconciliation {
    private static final long PAUSE_MILLIS = 1500;

    private final Environment environment;
    private final PublishedEvents events;
    private final int atOnce;

    /**
     * Of an environment.
     *
     * @param atOnce payments that are in memory at a time
     */
    public Reconciliation(Environment environment, int atOnce) {
        this.environment = environment;
        this.events = new PublishedEvents(environment.kafka(), environment.registry());
        this.atOnce = atOnce;
    }

    /**
     * Compares everything.
     *
     * @param narrowing what is reported of it
     */
    public Report run(Narrowing narrowing) throws IOException, InterruptedException {
        var report = new Report();
        var store = environment.store();
        try (var client = store.open()) {
            MongoDatabase database = store.database(client);
            var reader = new StoreReader(database);
            for (Range part : parts(reader, narrowing)) {
                compare(reader, part, narrowing, report);
            }
        }
        return report;
    }

    private List<Range> parts(StoreReader reader, Narrowing narrowing) {
        return environment.simulatorUrl().isPresent()
                ? List.of(Range.ALL)
                : reader.parts(narrowing.range(), atOnce);
    }

    private void compare(StoreReader reader, Range part, Narrowing narrowing, Report report)
            throws IOException, InterruptedException {
        var repeated = new RepeatedDifferences();
        ComparedBooks books = read(reader, part);
        Comparison comparison = Comparison.of(books);
        while (repeated.add(comparison.differences())) {
            Thread.sleep(PAUSE_MILLIS);
            books = read(reader, part);
            comparison = Comparison.of(books);
        }
        var known = books.payments().stream().map(PaymentRecord::id).collect(Collectors.toSet());
        Set<String> changed =
                narrowing.since() == null ? Set.of() : reader.changedSince(narrowing.since(), part);
        report.add(
                books,
                comparison.inFlight(),
                repeated.believed().stream()
                        .filter(difference -> narrowing.includes(difference, known, changed))
                        .toList());
    }

    /** The ledger last: what a payment already says, the provider must know. */
    private ComparedBooks read(StoreReader store, Range part)
            throws IOException, InterruptedException {
        var payments = store.payments(part);
        var refunds = store.refunds(part);
        var paymentEvents = events.payments(part);
        var refundEvents = events.refunds(part);
        var webhooks = store.webhooks(part);
        var simulator = environment.simulatorUrl();
        return new ComparedBooks(
                payments,
                refunds,
                paymentEvents,
                refundEvents,
                webhooks,
                simulator.isPresent()
                        ? Optional.of(LedgerReader.read(simulator.get()))
                        : Optional.empty());
    }
}
