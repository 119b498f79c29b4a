package dev.paylater.api.refund;

import com.mongodb.client.MongoClients;
import dev.paylater.api.store.RefundList;
import dev.paylater.teststack.Store;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;

/**
 * How long lists take at a merchant with 100,000 refunds, on the local store: run its main method
 * with the test classpath.
 */
final class RefundListBenchmark {

    private static final int REFUNDS = 100_000;
    private static final int DOCUMENT_BYTES = 3_000;
    private static final int LISTS = 500;

    private RefundListBenchmark() {}

    public static void main(String[] arguments) {
        try (var store = Store.start();
                var client = MongoClients.create(store.uri("benchmark"))) {
            var database = client.getDatabase("benchmark");
            RandomRefunds.indexes(database.getCollection("refunds"));
            var random = new RandomRefunds(7, Duration.ofDays(300));
            timed(
                    "fill",
                    () ->
                            random.fill(
                                    database.getCollection("refunds"), 0, REFUNDS, DOCUMENT_BYTES));
            var listing = new RefundIndex(new RefundList(database), Clock.systemUTC(), 2 * REFUNDS);
            timed("first list", () -> listing.find(random.filter(REFUNDS), 0, 100));
            var micros = new long[LISTS];
            var matched = 0L;
            for (var i = 0; i < LISTS; i++) {
                var filter = random.filter(REFUNDS);
                var started = System.nanoTime();
                matched += listing.find(filter, 0, 100).totalCount();
                micros[i] = (System.nanoTime() - started) / 1_000;
            }
            Arrays.sort(micros);
            System.out.printf(
                    "%d lists: p50 %.1f ms, p95 %.1f ms, max %.1f ms, %d matches on average%n",
                    LISTS,
                    micros[LISTS / 2] / 1e3,
                    micros[LISTS * 95 / 100] / 1e3,
                    micros[LISTS - 1] / 1e3,
                    matched / LISTS);
        }
    }

    private static void timed(String name, Runnable action) {
        var started = System.nanoTime();
        action.run();
        System.out.printf("%s: %d ms%n", name, (System.nanoTime() - started) / 1_000_000);
    }
}
