package dev.paylater.ops;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;

/** What somebody must look at: older than its promise, or with no promise at all. */
public record StuckPayments(List<Kind> kinds) {
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int SHOWN = 100;

    /**
     * One way to be stuck.
     *
     * @param ids of the first hundred: merchant and payment, or the refund
     */
    public record Kind(String name, String description, long count, List<String> ids) {}

    /** Counts them, with no ids. */
    public static StuckPayments count(MongoDatabase database) {
        return read(database, 0);
    }

    static StuckPayments list(MongoDatabase database) {
        return read(database, SHOWN);
    }

    private static StuckPayments read(MongoDatabase database, int shown) {
        var payments = database.getCollection("payments");
        var refunds = database.getCollection("refunds");
        var late = new Document("due", new Document("$lt", before(GRACE)));
        var old = new Document("$lt", before(PATIENCE));
        var processing = new Document("status", "processing");
        return new StuckPayments(
                List.of(
                        kind(
                                "payments_overdue",
                                "overdue by more than %s s".formatted(GRACE.toSeconds()),
                                payments,
                                late,
                                shown),
                        kind(
                                "payments_forgotten",
                                "processing with nothing due",
                                payments,
                                new Document(processing)
                                        .append("due", new Document("$exists", false)),
                                shown),
                        kind(
                                "payments_unanswered",
                                "without an outcome for more than %s min"
                                        .formatted(PATIENCE.toMinutes()),
                                payments,
                                new Document(processing)
                                        .append("payment.operations.requested_at", old),
                                shown),
                        kind(
                                "refunds_overdue",
                                "overdue by more than %s s".formatted(GRACE.toSeconds()),
                                refunds,
                                late,
                                shown),
                        kind(
                                "refunds_pending_long",
                                "pending for more than %s min".formatted(PATIENCE.toMinutes()),
                                refunds,
                                new Document("status", "pending").append("created_at", old),
                                shown)));
    }

    private static Kind kind(
            String name,
            String description,
            MongoCollection<Document> collection,
            Document filter,
            int shown) {
        List<String> ids = new ArrayList<>();
        if (shown > 0) {
            collection
                    .find(filter)
                    .projection(new Document("_id", 1))
                    .limit(shown)
                    .forEach(found -> ids.add(String.valueOf(found.get("_id"))));
        }
        return new Kind(name, description, collection.countDocuments(filter), List.copyOf(ids));
    }

    private static Date before(Duration age) {
        return Date.from(Instant.now().minus(age));
    }

    boolean isEmpty() {
        return kinds.stream().allMatch(kind -> kind.count() == 0);
    }

    /** A line for payments and one for refunds. */
    public List<String> lines() {
        return List.of(line("payments"), line("refunds"));
    }

    private String line(String subject) {
        var parts =
                kinds.stream()
                        .filter(kind -> kind.name().startsWith(subject))
                        .map(kind -> kind.count() + " " + kind.description())
                        .toList();
        return "%-9s %s".formatted(subject + ":", String.join(", ", parts));
    }
}
