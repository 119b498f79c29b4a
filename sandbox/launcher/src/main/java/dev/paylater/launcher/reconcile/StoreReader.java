package dev.paylater.launcher.reconcile;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;

/**
 * Reads payments and refunds straight from MongoDB (docs/data-model.md), past the services: a
 * witness that shares no code with what it checks.
 */
final class StoreReader {
    private static final int BATCH = 500;
    private static final Document MONEY_ONLY =
            new Document("journal", 0).append("waiters", 0).append("payment.terms", 0);

    private static final String INQUIRY = "inquiry";

    private static final Document EVENT_ONLY =
            new Document("endpoint_id", 1)
                    .append("event_type", 1)
                    .append("ids", 1)
                    .append("sequence", 1);

    /** A day less than they are, since both are not deleted at one moment. */
    private static final Duration DELIVERIES_KEPT = Duration.ofDays(29);

    private final MongoDatabase database;

    StoreReader(MongoDatabase database) {
        this.database = database;
    }

    /** The archive is read last: what moves there meanwhile is met once at least. */
    List<PaymentRecord> payments() {
        return payments(money("payments"), money("payments_archive"));
    }

    private Iterable<Document> money(String collection) {
        return database.getCollection(collection).find().projection(MONEY_ONLY).batchSize(BATCH);
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

    Map<String, Map<String, RefundRecord>> refunds() {
        Map<String, Map<String, RefundRecord>> byPayment = new HashMap<>();
        MongoCollection<Document> collection = database.getCollection("refunds");
        for (Document found :
                collection.find().projection(new Document("journal", 0)).batchSize(BATCH)) {
            RefundRecord refund = refund(found, text(found, "currency"));
            byPayment
                    .computeIfAbsent(
                            found.getString("merchant_id") + "/" + found.getString("payment_id"),
                            _ -> new HashMap<>())
                    .put(refund.refundId(), refund);
        }
        return byPayment;
    }

    /** Of endpoints that are called; deliveries are kept for a month, and so are compared. */
    Webhooks webhooks() {
        List<Webhooks.Endpoint> endpoints = new ArrayList<>();
        for (Document found :
                database.getCollection("webhook_endpoints").find(new Document("enabled", true))) {
            endpoints.add(endpoint(found));
        }
        Set<String> deliveries = new HashSet<>();
        if (!endpoints.isEmpty()) {
            database.getCollection("webhook_deliveries")
                    .find()
                    .projection(EVENT_ONLY)
                    .batchSize(BATCH)
                    .forEach(found -> deliveries.add(Webhooks.key(found)));
        }
        return new Webhooks(endpoints, deliveries);
    }

    private static Webhooks.Endpoint endpoint(Document found) {
        Instant changed = found.get("subscribed_at", found.getDate("created_at")).toInstant();
        Instant oldest = Instant.now().minus(DELIVERIES_KEPT);
        return new Webhooks.Endpoint(
                found.getString("_id"),
                found.getString("merchant_id"),
                found.getString("profile_id"),
                found.getList("events", String.class),
                (changed.isAfter(oldest) ? changed : oldest).toEpochMilli());
    }

    private static PaymentRecord payment(Document found) {
        Document payment = found.get("payment", new Document());
        List<Document> attempts = list(payment, "attempts");
        List<Document> amounts =
                attempts.stream().map(attempt -> attempt.get("amounts", new Document())).toList();
        List<Document> charged =
                list(payment, "captures").stream()
                        .filter(capture -> "charged".equals(capture.getString("status")))
                        .toList();
        List<Document> direct =
                charged.stream()
                        .filter(capture -> "direct".equals(capture.getString("capture_type")))
                        .toList();
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
                number(found, "sequence"),
                sum(amounts, "authorized") - sum(amounts, "released"),
                number(found, "amount_capturable"),
                number(found, "amount_received"),
                sum(amounts, "captured"),
                sum(charged, "amount"),
                sum(direct, "amount"),
                number(found, "amount_refunded"),
                refunds,
                attempts.stream()
                        .map(attempt -> attempt.get("stage", new Document()))
                        .anyMatch(stage -> text(stage, "t").equals("void_failed")),
                kinds.stream().anyMatch(kind -> !kind.equals(INQUIRY)),
                kinds.contains(INQUIRY),
                found.containsKey("due"));
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
