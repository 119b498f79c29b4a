package dev.paylater.launcher.reconcile;

import com.mongodb.client.MongoClients;
import dev.paylater.launcher.process.Infrastructure;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads all books and compares them; what differs is read again before it is believed. */
public final class Reconciliation {
    /** The books of a running system are never read at one instant. */
    private static final int READINGS = 4;

    private static final long PAUSE_MILLIS = 1500;

    private final String mongoUri;
    private final String bootstrap;
    private final String registryUrl;
    private final String simulatorUrl;

    public Reconciliation(
            String mongoUri, String bootstrap, String registryUrl, String simulatorUrl) {
        this.mongoUri = mongoUri;
        this.bootstrap = bootstrap;
        this.registryUrl = registryUrl;
        this.simulatorUrl = simulatorUrl;
    }

    /**
     * What was compared, and what differs.
     *
     * @param inFlight payments that were moving, or that differed while a provider was asked about
     *     them
     */
    public record Result(
            int payments, long inFlight, int deliveries, List<Difference> differences) {}

    /**
     * Compares everything.
     *
     * @param narrowing what is reported of it
     */
    public Result run(Narrowing narrowing) throws IOException, InterruptedException {
        Books books = read();
        Comparison comparison = Comparison.of(books);
        for (int reading = 1;
                reading < READINGS && !comparison.differences().isEmpty();
                reading++) {
            Thread.sleep(PAUSE_MILLIS);
            books = read();
            var before = new HashSet<>(comparison.differences());
            comparison = Comparison.of(books);
            if (before.equals(new HashSet<>(comparison.differences()))) {
                break;
            }
        }
        return new Result(
                books.payments().size(),
                comparison.inFlight(),
                books.webhooks().deliveries().size(),
                narrowed(comparison.differences(), narrowing, books));
    }

    private List<Difference> narrowed(
            List<Difference> differences, Narrowing narrowing, Books books) {
        var known = books.payments().stream().map(PaymentRecord::id).collect(Collectors.toSet());
        var changed = changed(narrowing.since());
        return differences.stream()
                .filter(difference -> narrowing.includes(difference, known, changed))
                .toList();
    }

    private Set<String> changed(@Nullable Instant since) {
        if (since == null) {
            return Set.of();
        }
        try (var mongo = MongoClients.create(mongoUri)) {
            return new StoreReader(mongo.getDatabase(Infrastructure.database(mongoUri)))
                    .changedSince(since);
        }
    }

    /** The ledger last: what a payment already says, the provider must know. */
    private Books read() throws IOException, InterruptedException {
        try (var mongo = MongoClients.create(mongoUri);
                var events = new EventReader(bootstrap, registryUrl)) {
            var store = new StoreReader(mongo.getDatabase(Infrastructure.database(mongoUri)));
            var payments = store.payments();
            var refunds = store.refunds();
            var paymentEvents = events.payments();
            var refundEvents = events.refunds();
            return new Books(
                    payments,
                    refunds,
                    paymentEvents,
                    refundEvents,
                    store.webhooks(),
                    LedgerReader.read(simulatorUrl));
        }
    }
}
