package dev.paylater.api.refund;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import dev.paylater.api.store.RefundFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Refund documents and filters, as they come. */
final class RandomRefunds {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final String MERCHANT = "merchant";

    private static final int AT_ONCE = 1_000;
    private static final List<String> STATUSES =
            List.of("succeeded", "succeeded", "succeeded", "failed", "pending", "review");
    private static final List<String> CURRENCIES = List.of("EUR", "USD", "GBP", "SEK");
    private static final List<String> CONNECTORS = List.of("sandbox", "klarna", "tabby", "two");

    private final Random random;
    private final Duration span;

    RandomRefunds(long seed, Duration span) {
        this.random = new Random(seed);
        this.span = span;
    }

    Document refund(int number, Instant updatedAt, int fillerBytes) {
        var connector = pick(CONNECTORS);
        var refundId = "ref_%026d".formatted(number);
        return new Document("_id", MERCHANT + "/" + refundId)
                .append("version", 1L)
                .append("merchant_id", MERCHANT)
                .append("payment_id", "pay_%026d".formatted(number / 2))
                .append("refund_id", refundId)
                .append("profile_id", "pro_" + random.nextInt(3))
                .append("status", pick(STATUSES))
                .append("amount", 100L + random.nextInt(100_000))
                .append("currency", pick(CURRENCIES))
                .append("connector", connector)
                .append("merchant_connector_id", "mca_" + connector + random.nextInt(2))
                .append("created_at", Date.from(time()))
                .append("updated_at", Date.from(updatedAt))
                .append("journal", List.of(new Document("filler", "x".repeat(fillerBytes))));
    }

    /** The two of refund-service's indexes that lists read. */
    static void indexes(MongoCollection<Document> collection) {
        collection.createIndex(
                Indexes.compoundIndex(
                        Indexes.ascending("merchant_id"),
                        Indexes.descending("created_at", "refund_id")));
        collection.createIndex(Indexes.ascending("merchant_id", "updated_at"));
    }

    void fill(MongoCollection<Document> collection, int from, int to, int fillerBytes) {
        for (var start = from; start < to; start += AT_ONCE) {
            var documents = new ArrayList<Document>();
            for (var number = start; number < Math.min(to, start + AT_ONCE); number++) {
                documents.add(refund(number, START, fillerBytes));
            }
            collection.insertMany(documents);
        }
    }

    /** Changes the status of some refunds, as their writer would. */
    void change(MongoCollection<Document> collection, int count, int howMany, Instant now) {
        var models = new ArrayList<ReplaceOneModel<Document>>();
        for (var i = 0; i < howMany; i++) {
            var known =
                    collection
                            .find(
                                    new Document(
                                            "_id",
                                            MERCHANT
                                                    + "/ref_%026d"
                                                            .formatted(random.nextInt(count))))
                            .first();
            if (known != null) {
                known.put("status", pick(STATUSES));
                known.put("updated_at", Date.from(now));
                models.add(
                        new ReplaceOneModel<>(
                                new Document("_id", known.get("_id")),
                                known,
                                new ReplaceOptions()));
            }
        }
        collection.bulkWrite(models);
    }

    RefundFilter filter(int count) {
        var one = time();
        var other = time();
        var start = sometimes() ? (one.isBefore(other) ? one : other) : START;
        var end = sometimes() ? (one.isBefore(other) ? other : one) : START.plus(span);
        var least = 100L + random.nextInt(60_000);
        return new RefundFilter(
                MERCHANT,
                start,
                end,
                rarely() ? "pay_%026d".formatted(random.nextInt(count) / 2) : null,
                rarely() ? "ref_%026d".formatted(random.nextInt(count)) : null,
                orNull("pro_" + random.nextInt(3)),
                sometimes() ? least : null,
                sometimes() ? least + random.nextInt(60_000) : null,
                some(CONNECTORS),
                sometimes() ? Set.of("mca_klarna0", "mca_sandbox1", "mca_two0") : Set.of(),
                some(CURRENCIES),
                some(STATUSES));
    }

    private Instant time() {
        // Many share a time, so that the id has to decide their order.
        return START.plusSeconds(random.nextLong(span.toSeconds()));
    }

    private Set<String> some(List<String> values) {
        return sometimes()
                ? Set.copyOf(new ArrayList<>(List.of(pick(values), pick(values))))
                : Set.of();
    }

    private @Nullable String orNull(String value) {
        return sometimes() ? value : null;
    }

    private boolean sometimes() {
        return random.nextInt(3) == 0;
    }

    private boolean rarely() {
        return random.nextInt(20) == 0;
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
