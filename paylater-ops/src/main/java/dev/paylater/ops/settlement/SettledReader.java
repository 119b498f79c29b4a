package dev.paylater.ops.settlement;

import com.mongodb.client.MongoDatabase;
import dev.paylater.ops.settlement.Line.Kind;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;

/**
 * Reads what an account has captured and refunded, payment by payment (docs/makers/data-model.md).
 */
final class SettledReader {
    private static final int BATCH = 500;

    private static final Document PROJECTION =
            new Document("payment.payment_id", 1)
                    .append("payment.intent.currency", 1)
                    .append("payment.attempts.attempt_id", 1)
                    .append("payment.attempts.merchant_connector_id", 1)
                    .append("payment.attempts.modified_at", 1)
                    .append("payment.attempts.data.transaction_id", 1)
                    .append("payment.attempts.data.reference_id", 1)
                    .append("payment.attempts.data.operation_reference", 1)
                    .append("payment.captures", 1)
                    .append("payment.refunds.refund_id", 1)
                    .append("payment.refunds.attempt_id", 1);

    private final MongoDatabase database;
    private final SettlementFiles.Account account;

    SettledReader(MongoDatabase database, SettlementFiles.Account account) {
        this.database = database;
        this.account = account;
    }

    /** Payments of which the account has an attempt. One in both collections counts once. */
    void each(SettlementComparison comparison) {
        var ofMerchant =
                new Document("payment.merchant_id", account.merchantId())
                        .append("payment.attempts.merchant_connector_id", account.id());
        for (var name : List.of("payments", "payments_archive")) {
            for (Document found :
                    database.getCollection(name)
                            .find(ofMerchant)
                            .projection(PROJECTION)
                            .batchSize(BATCH)) {
                if (name.equals("payments") || !isPresent(found.getString("_id"))) {
                    read(found, comparison);
                }
            }
        }
    }

    private boolean isPresent(String id) {
        return database.getCollection("payments")
                        .find(new Document("_id", id))
                        .projection(new Document("_id", 1))
                        .first()
                != null;
    }

    private void read(Document found, SettlementComparison comparison) {
        Document payment = found.get("payment", new Document());
        Document intent = payment.get("intent", new Document());
        String currency = intent.get("currency", "");
        Set<String> names = new LinkedHashSet<>();
        names.add(payment.get("payment_id", ""));
        List<Settled> all = new ArrayList<>();
        for (Document attempt : payment.getList("attempts", Document.class, List.of())) {
            if (account.id().equals(attempt.getString("merchant_connector_id"))) {
                String attemptId = attempt.get("attempt_id", "");
                Document data = attempt.get("data", new Document());
                names.add(attemptId);
                names.addAll(
                        present(data, "transaction_id", "reference_id", "operation_reference"));
                for (Document capture : payment.getList("captures", Document.class, List.of())) {
                    if (attemptId.equals(capture.getString("attempt_id"))
                            && "charged".equals(capture.getString("status"))) {
                        all.add(capture(capture, currency, millis(attempt, "modified_at")));
                    }
                }
            }
        }
        if (!payment.getList("refunds", Document.class, List.of()).isEmpty()) {
            String paymentId = payment.get("payment_id", "");
            for (Document refund :
                    database.getCollection("refunds")
                            .find(
                                    new Document("merchant_id", account.merchantId())
                                            .append("payment_id", paymentId))
                            .projection(new Document("journal", 0))) {
                if (account.id().equals(refund.getString("merchant_connector_id"))
                        && !"failed".equals(refund.getString("status"))) {
                    all.add(refund(refund, currency));
                }
            }
        }
        for (Settled settled : all) {
            names.removeAll(settled.own());
        }
        comparison.payment(found.getString("_id"), all, names);
    }

    /** A provider need not settle a direct capture, which the customer paid to the merchant. */
    private static Settled capture(Document capture, String currency, long atMillis) {
        return new Settled(
                Kind.CAPTURE,
                capture.get("capture_id", ""),
                present(capture, "capture_id", "connector_capture_id"),
                number(capture, "amount"),
                currency,
                atMillis,
                !"direct".equals(capture.getString("capture_type")));
    }

    private static Settled refund(Document refund, String currency) {
        boolean isDone = "succeeded".equals(refund.getString("status"));
        List<String> own = new ArrayList<>(present(refund, "refund_id"));
        for (Document part : refund.getList("parts", Document.class, List.of())) {
            own.addAll(present(part, "connector_refund_id", "operation_id"));
        }
        return new Settled(
                Kind.REFUND,
                refund.get("refund_id", ""),
                List.copyOf(own),
                number(refund, isDone ? "amount" : "requested_amount"),
                currency,
                millis(refund, "updated_at"),
                isDone);
    }

    private static List<String> present(Document document, String... names) {
        List<String> present = new ArrayList<>();
        for (String name : names) {
            String value = document.getString(name);
            if (value != null && !value.isEmpty()) {
                present.add(value);
            }
        }
        return present;
    }

    private static long number(Document document, String field) {
        Number number = document.get(field, Number.class);
        return number == null ? 0 : number.longValue();
    }

    private static long millis(Document document, String field) {
        Date date = document.getDate(field);
        return date == null ? 0 : date.toInstant().toEpochMilli();
    }
}
