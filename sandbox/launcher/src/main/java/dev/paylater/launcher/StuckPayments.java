package dev.paylater.launcher;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClients;
import dev.paylater.launcher.process.Infrastructure;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** What somebody must look at: older than its promise, or with no promise at all. */
final class StuckPayments {
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final long PATIENCE_MILLIS = 3000;

    private StuckPayments() {}

    static String describe(String mongoUri) {
        var settings =
                MongoClientSettings.builder()
                        .applyConnectionString(new ConnectionString(mongoUri))
                        .applyToClusterSettings(
                                cluster ->
                                        cluster.serverSelectionTimeout(
                                                PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                        .build();
        try (var client = MongoClients.create(settings)) {
            var database = client.getDatabase(Infrastructure.database(mongoUri));
            var payments = database.getCollection("payments");
            var refunds = database.getCollection("refunds");
            var late = before(GRACE);
            var old = before(PATIENCE);
            return """
            payments: %s overdue by more than %s s, %s processing with nothing due, %s without an \
            outcome for more than %s min
            refunds:  %s overdue by more than %s s, %s pending for more than %s min\
            """
                    .formatted(
                            payments.countDocuments(late(late)),
                            GRACE.toSeconds(),
                            payments.countDocuments(
                                    new Document("status", "processing")
                                            .append("due", new Document("$exists", false))),
                            payments.countDocuments(
                                    new Document("status", "processing")
                                            .append(
                                                    "payment.operations.requested_at",
                                                    new Document("$lt", old))),
                            PATIENCE.toMinutes(),
                            refunds.countDocuments(late(late)),
                            GRACE.toSeconds(),
                            refunds.countDocuments(
                                    new Document("status", "pending")
                                            .append("created_at", new Document("$lt", old))),
                            PATIENCE.toMinutes());
        } catch (MongoException e) {
            return "payments: unknown, the store says " + e.getMessage();
        }
    }

    private static Date before(Duration age) {
        return Date.from(Instant.now().minus(age));
    }

    private static Document late(Date due) {
        return new Document("due", new Document("$lt", due));
    }
}
