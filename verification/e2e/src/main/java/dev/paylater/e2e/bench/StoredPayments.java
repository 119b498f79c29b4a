package dev.paylater.e2e.bench;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.StoredDocuments;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A past: payments of other customers that lie in the store already when something is measured. */
final class StoredPayments {

    private static final int STEP = 50_000;

    private StoredPayments() {}

    /** Puts copies of one payment into the store, a second apart from each other; their ids. */
    static List<String> fill(int count, PrintWriter console) {
        if (count == 0) {
            return List.of();
        }
        var ids = new ArrayList<String>(count);
        try (var store = new StoredDocuments()) {
            while (ids.size() < count) {
                var model =
                        MerchantClient.SANDBOX
                                .pay("", "automatic")
                                .expect(200)
                                .string("payment_id");
                var before = Instant.now().minusSeconds(ids.size());
                var step = Math.min(STEP, count - ids.size());
                ids.addAll(
                        store.multiply(
                                model,
                                customer(ids.size()),
                                step,
                                number -> before.minusSeconds(number)));
                console.println(
                        "  %d of %d payments are in the store".formatted(ids.size(), count));
                console.flush();
            }
        }
        return ids;
    }

    /** Whose copies they are. */
    static String customer(int number) {
        return "cus_" + number / STEP;
    }
}
