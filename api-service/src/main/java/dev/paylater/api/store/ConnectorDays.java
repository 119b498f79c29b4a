package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Projections.excludeId;
import static com.mongodb.client.model.Projections.fields;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Sorts.descending;
import static dev.paylater.api.store.Deadline.bounded;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.document.Fields;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.springframework.stereotype.Component;

/**
 * What came of the attempts at each connector, by merchant and day (UTC) of the payment. No index
 * has connector and status, so the newest payments of the day are read, by the index of a
 * merchant's list, and no more than {@link #MOST}. A day that is over is remembered for an hour.
 */
@Component
public final class ConnectorDays {

    /** No more payments of a merchant and day are read. */
    public static final int MOST = 300;

    private static final Duration REMEMBERED = Duration.ofHours(1);
    private static final int MAX_REMEMBERED = 2_000;

    private static final String MERCHANT = "payment.merchant_id";
    private static final String CREATED = "payment.created";

    private static final Bson ATTEMPTS =
            fields(
                    include(
                            "payment.attempts.connector",
                            "payment.attempts.stage",
                            "payment.attempts.amounts.authorized"),
                    excludeId());

    private static final Set<String> DECLINED =
            Set.of("declined", "insufficient_credit", "fraud_suspected");
    private static final Set<String> LEFT = Set.of("customer_action_failed", "expired");

    private final MongoCollection<RawBsonDocument> payments;
    private final Cache<Key, Day> over =
            Caffeine.newBuilder()
                    .maximumSize(MAX_REMEMBERED)
                    .expireAfterWrite(REMEMBERED)
                    .executor(Runnable::run)
                    .build();

    public ConnectorDays(MongoDatabase database) {
        this.payments = database.getCollection("payments", RawBsonDocument.class);
    }

    private record Key(String merchantId, LocalDate date) {}

    /**
     * A day of a merchant.
     *
     * @param connectors what came of the attempts, by the name of the connector
     * @param isWhole whether all payments of the day were read
     */
    public record Day(Map<String, Tally> connectors, boolean isWhole) {}

    /**
     * How many attempts there were, and what came of them; the rest is under way.
     *
     * @param declined by the provider, which had all it needed
     * @param failed because something went wrong
     * @param left by the customer, or by the shop before there was a decision
     * @param errors how often each unified_code ended an attempt
     */
    public record Tally(
            long attempts,
            long approved,
            long declined,
            long failed,
            long left,
            Map<String, Long> errors) {

        public static final Tally NONE = new Tally(0, 0, 0, 0, 0, Map.of());

        public long decided() {
            return approved + declined;
        }

        /** Both together. */
        public Tally and(Tally other) {
            var all = new TreeMap<>(errors);
            other.errors.forEach((code, count) -> all.merge(code, count, Long::sum));
            return new Tally(
                    attempts + other.attempts,
                    approved + other.approved,
                    declined + other.declined,
                    failed + other.failed,
                    left + other.left,
                    all);
        }
    }

    /**
     * What came of the payments that were created on this day.
     *
     * @param today days before it are remembered
     */
    public Day of(String merchantId, LocalDate date, LocalDate today) {
        return date.isBefore(today)
                ? over.get(new Key(merchantId, date), this::read)
                : read(new Key(merchantId, date));
    }

    private Day read(Key key) {
        var ofTheDay =
                and(
                        eq(MERCHANT, key.merchantId()),
                        gte(CREATED, beginning(key.date())),
                        lt(CREATED, beginning(key.date().plusDays(1))));
        var newest =
                bounded(payments.find(ofTheDay))
                        .sort(descending(CREATED, "payment.payment_id"))
                        .limit(MOST)
                        .projection(ATTEMPTS);
        var connectors = new HashMap<String, Tally>();
        var read = 0;
        for (var raw : newest) {
            read++;
            var root = Fields.read(raw.getByteBuffer().asNIO(), Set.of());
            for (var attempt : root.section("payment").sections("attempts")) {
                var connector = attempt.text("connector");
                // One document that is damaged does not keep the page from everybody.
                if (connector != null) {
                    connectors.merge(connector, tally(attempt), Tally::and);
                }
            }
        }
        return new Day(Map.copyOf(connectors), read < MOST);
    }

    private static Date beginning(LocalDate date) {
        return Date.from(date.atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    private static Tally tally(Fields attempt) {
        var stage = attempt.section("stage");
        return switch (Objects.requireNonNullElse(stage.text("t"), "")) {
            case "authorized", "capture_failed", "void_failed" -> approved();
            case "voided" ->
                    attempt.section("amounts").numberOr("authorized", 0) > 0 ? approved() : left();
            case "declined" -> ended(stage.section("d").section("error"));
            default -> new Tally(1, 0, 0, 0, 0, Map.of());
        };
    }

    private static Tally approved() {
        return new Tally(1, 1, 0, 0, 0, Map.of());
    }

    private static Tally left() {
        return new Tally(1, 0, 0, 0, 1, Map.of());
    }

    private static Tally ended(Fields error) {
        if (error.isEmpty()) {
            return left();
        }
        var code = Objects.requireNonNullElse(error.text("unified"), "unknown");
        var errors = Map.of(code, 1L);
        if (DECLINED.contains(code)) {
            return new Tally(1, 0, 1, 0, 0, errors);
        }
        return LEFT.contains(code)
                ? new Tally(1, 0, 0, 0, 1, errors)
                : new Tally(1, 0, 0, 1, 0, errors);
    }
}
