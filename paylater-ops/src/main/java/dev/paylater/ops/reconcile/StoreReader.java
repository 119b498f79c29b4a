package dev.paylater.ops.reconcile;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;

/**
 * Reads payments and refunds straight from MongoDB (docs/makers/data-model.md), past the services:
 * a witness that shares no code with what it checks.
 */
final class StoreReader {
    private static final int BATCH = 500;
    private static final Document MONEY_ONLY =
            new Document("journal", 0).append("waiters", 0).append("payment.terms", 0);

    private static final String INQUIRY = "inquiry";

    /** Begins the ids of refunds that a provider has made by itself. */
    private static final String FOUND = "found_";

    private static final Document EVENT_ONLY =
            new Document("endpoint_id", 1)
                    .append("event_type", 1)
                    .append("ids", 1)
                    .append("merchant_id", 1)
                    .append("payment_id", 1)
                    .append("sequence", 1);

    /** A day less than they are, since both are not deleted at one moment. */
    private static final Duration DELIVERIES_KEPT = Duration.ofDays(29);

    private final MongoDatabase database;

    StoreReader(MongoDatabase database) {
        this.database = database;
    }

    /** The archive is read last: what moves there meanwhile is met once at least. */
    List<PaymentRecord> payments(Range range) {
        return payments(money("payments", range), money("payments_archive", range));
    }

    /**
     * Parts of the range with no more than so many payments in each of the two collections, from
     * its beginning to its end.
     */
    List<Range> parts(Range range, int most) {
        List<Range> parts = new ArrayList<>();
        String from = range.from();
        while (true) {
            String next = range.to();
            for (String name : List.of("payments", "payments_archive")) {
                Document found =
                        database.getCollection(name)
                                .find(new Range(from, range.to()).ofKeys())
                                .projection(new Document("_id", 1))
                                .sort(new Document("_id", 1))
                                .skip(most)
                                .first();
                if (found != null && found.getString("_id").compareTo(next) < 0) {
                    next = found.getString("_id");
                }
            }
            parts.add(new Range(from, next));
            if (next.equals(range.to())) {
                return parts;
            }
            from = next;
        }
    }

    private Iterable<Document> money(String collection, Range range) {
        return database.getCollection(collection)
                .find(range.ofKeys())
                .projection(MONEY_ONLY)
                .batchSize(BATCH);
    }

    /** A payment that is archived as well counts as it is outside of the archive. */
    static List<PaymentRecord> payments(Iterable<Document> present, Iterable<Document> archived) {
        Map<String, PaymentRecord> payments = new LinkedHashMap<>();
        for (Iterable<Document> documents : List.of(present, archived)) {
            for (Document found : documents) {
                PaymentRecord payment = payment(found);
                payments.putIfAbsent(payment.id(), payment);
            }
        }
        return List.copyOf(payments.values());
    }

    /** Payments that have changed since then, by merchant and payment. */
    Set<String> changedSince(Instant since, Range range) {
        var filter = range.ofKeys();
        filter.append("payment.updated", new Document("$gte", Date.from(since)));
        Set<String> changed = new HashSet<>();
        for (String name : List.of("payments", "payments_archive")) {
            database.getCollection(name)
                    .find(filter)
                    .projection(new Document("_id", 1))
                    .batchSize(BATCH)
                    .forEach(found -> changed.add(found.getString("_id")));
        }
        return changed;
    }

    Map<String, Map<String, RefundRecord>> refunds(Range range) {
        Map<String, Map<String, RefundRecord>> byPayment = new HashMap<>();
        MongoCollection<Document> collection = database.getCollection("refunds");
        for (Document found :
                collection
                        .find(range.ofParts())
                        .projection(new Document("journal", 0))
                        .batchSize(BATCH)) {
            String key = key(found);
            if (range.includes(key)) {
                RefundRecord refund = refund(found, text(found, "currency"));
                byPayment.computeIfAbsent(key, _ -> new HashMap<>()).put(refund.refundId(), refund);
            }
        }
        return byPayment;
    }

    /** Of endpoints that are called; deliveries are kept for a month, and so are compared. */
    ComparedWebhooks webhooks(Range range) {
        List<ComparedWebhooks.Endpoint> endpoints = new ArrayList<>();
        for (Document found :
                database.getCollection("webhook_endpoints").find(new Document("enabled", true))) {
            endpoints.add(endpoint(found));
        }
        Set<String> deliveries = new HashSet<>();
        if (!endpoints.isEmpty()) {
            database.getCollection("webhook_deliveries")
                    .find(range.ofParts())
                    .projection(EVENT_ONLY)
                    .batchSize(BATCH)
                    .forEach(
                            found -> {
                                if (range.includes(key(found))) {
                                    deliveries.add(ComparedWebhooks.key(found));
                                }
                            });
        }
        return new ComparedWebhooks(endpoints, deliveries);
    }

    private static String key(Document found) {
        return found.getString("merchant_id") + "/" + found.getString("payment_id");
    }

    private static ComparedWebhooks.Endpoint endpoint(Document found) {
        Instant changed = found.get("subscribed_at", found.getDate("created_at")).toInstant();
        Instant oldest = Instant.now().minus(DELIVERIES_KEPT);
        return new ComparedWebhooks.Endpoint(
                found.getString("_id"),
                found.getString("merchant_id"),
                found.getString("profile_id"),
                found.getList("events", String.class),
                (changed.isAfter(oldest) ? changed : oldest).toEpochMilli());
    }

    private static PaymentRecord payment(Document found) {
        Document payment = found.get("payment", new Document());
        List<Document> attempts = list(payment, "attempts");
        List<Document> charged = with(list(payment, "captures"), "status", "charged");
        List<String> kinds =
                list(payment, "operations").stream().map(each -> text(each, "kind")).toList();
        String currency = text(payment.get("intent", new Document()), "currency");
        Map<String, RefundRecord> refunds = new HashMap<>();
        for (Document reserved : list(payment, "refunds")) {
            RefundRecord refund = refund(reserved, currency);
            refunds.put(refund.refundId(), refund);
        }
        return new PaymentRecord(
                found.getString("_id"),
                found.getString("status"),
                currency,
                attempts.isEmpty() ? "" : text(attempts.getLast(), "merchant_connector_id"),
                millis(payment, "created", 0),
                millis(payment, "updated", 0),
                number(found, "sequence"),
                number(found, "amount_received"),
                sum(charged, "amount"),
                number(found, "amount_refunded"),
                attempts.stream()
                        .map(attempt -> attempt(attempt, charged, list(payment, "refunds")))
                        .toList(),
                refunds,
                lastRefund(list(payment, "refunds")),
                list(payment, "disputes").stream().map(StoreReader::dispute).toList(),
                attempts.stream()
                        .map(attempt -> attempt.get("stage", new Document()))
                        .anyMatch(stage -> text(stage, "t").equals("void_failed")),
                kinds.stream().anyMatch(kind -> !kind.equals(INQUIRY)),
                kinds.contains(INQUIRY),
                found.containsKey("due"));
    }

    private static AttemptRecord attempt(
            Document attempt, List<Document> charged, List<Document> refunds) {
        String id = text(attempt, "attempt_id");
        Document amounts = attempt.get("amounts", new Document());
        List<Document> captures = with(charged, "attempt_id", id);
        List<Document> own = with(refunds, "attempt_id", id);
        // A provider that is told of what is settled directly has it in its books.
        boolean told =
                attempt.getList("features", String.class, List.of()).contains("direct_capture");
        return new AttemptRecord(
                id,
                number(amounts, "authorized"),
                number(amounts, "captured"),
                number(amounts, "released"),
                number(amounts, "refunded"),
                sum(captures, "amount"),
                told ? 0 : sum(with(captures, "capture_type", "direct"), "amount"),
                sum(with(own, "status", "succeeded"), "amount"),
                sum(with(own, "status", "pending"), "amount")
                        + sum(with(own, "status", "review"), "amount"));
    }

    /** What the provider has made by itself nobody here could refuse. */
    private static long lastRefund(List<Document> refunds) {
        return refunds.stream()
                .filter(refund -> !text(refund, "status").equals("failed"))
                .filter(refund -> !text(refund, "refund_id").startsWith(FOUND))
                .mapToLong(refund -> millis(refund, "created_at", 0))
                .max()
                .orElse(0);
    }

    private static DisputeRecord dispute(Document found) {
        return new DisputeRecord(
                text(found, "dispute_id"),
                text(found, "dispute_status"),
                number(found, "amount"),
                text(found, "currency"),
                millis(found, "connector_updated_at", Long.MAX_VALUE));
    }

    private static List<Document> with(List<Document> documents, String field, String value) {
        return documents.stream().filter(each -> text(each, field).equals(value)).toList();
    }

    private static long millis(Document document, String field, long otherwise) {
        Date date = document.getDate(field);
        return date == null ? otherwise : date.toInstant().toEpochMilli();
    }

    private static RefundRecord refund(Document found, String currency) {
        return new RefundRecord(
                found.getString("refund_id"),
                found.getString("status"),
                number(found, "amount"),
                currency);
    }

    private static String text(Document document, String field) {
        return document.get(field, "");
    }

    private static List<Document> list(Document document, String field) {
        List<Document> list = document.getList(field, Document.class);
        return list == null ? List.of() : list;
    }

    private static long sum(List<Document> documents, String field) {
        return documents.stream().mapToLong(document -> number(document, field)).sum();
    }

    private static long number(Document document, String field) {
        Number number = document.get(field, Number.class);
        return number == null ? 0 : number.longValue();
    }
}
