package dev.paylater.local.cli;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClients;
import dev.paylater.local.cli.process.Ports;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** Payments that somebody must look at: older than their promise, or with no promise at all. */
final class StuckPayments {
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final long PATIENCE_MILLIS = 3000;

    private StuckPayments() {}

    static String describe(Ports ports) {
        var settings =
                MongoClientSettings.builder()
                        .applyConnectionString(new ConnectionString(ports.mongoUri()))
                        .applyToClusterSettings(
                                cluster ->
                                        cluster.serverSelectionTimeout(
                                                PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                        .build();
        try (var client = MongoClients.create(settings)) {
            var payments = client.getDatabase("paylater").getCollection("payments");
            var before = Date.from(Instant.now().minus(GRACE));
            long overdue =
                    payments.countDocuments(new Document("due", new Document("$lt", before)));
            long forgotten =
                    payments.countDocuments(
                            new Document("status", "processing")
                                    .append("due", new Document("$exists", false)));
            return "payments: %d overdue by more than %d s, %d processing with nothing due"
                    .formatted(overdue, GRACE.toSeconds(), forgotten);
        } catch (MongoException e) {
            return "payments: unknown, the store says " + e.getMessage();
        }
    }
}
