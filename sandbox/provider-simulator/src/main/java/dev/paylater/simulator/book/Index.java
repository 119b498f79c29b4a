package dev.paylater.simulator.book;

import dev.paylater.simulator.payment.DueChange;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Where in the file things are. Only the latest payments are kept as objects: a million of them are
 * a million places here, not a million payments. Changed by one caller at a time, read by any.
 */
final class Index {

    private static final int RECENT = 4_000;

    private final Places payments = new Places();
    private final Places documents = new Places();
    private final Places operations = new Places();
    private final Places references = new Places();
    private final Map<String, SimulatedPayment> recent = new ConcurrentHashMap<>();
    private final ArrayDeque<String> arrivals = new ArrayDeque<>();
    private final Map<String, List<DueChange>> dues = new HashMap<>();
    private final Map<String, Webhook> owed = new LinkedHashMap<>();

    void add(Head head, long place) {
        for (var document : head.documents()) {
            documents.put(document.id(), place);
        }
        if (head.account() != null && head.key() != null) {
            operations.put(key(head.connector(), head.account(), head.key()), place);
        }
        for (var webhook : head.webhooks()) {
            owed.put(webhook.eventId(), webhook);
        }
        if (head.taken() != null) {
            owed.remove(head.taken());
        }
        var about = head.about();
        if (about != null) {
            references.put(about.merchantReference(), place);
            payments.put(about.paymentId(), place);
            if (about.dues().isEmpty()) {
                dues.remove(about.paymentId());
            } else {
                dues.put(about.paymentId(), about.dues());
            }
        }
    }

    /** Keeps the payment at hand; after its place was added. */
    void keep(SimulatedPayment payment) {
        if (recent.put(payment.id(), payment) == null) {
            arrivals.add(payment.id());
        }
        if (arrivals.size() > RECENT) {
            recent.remove(arrivals.remove());
        }
    }

    @Nullable SimulatedPayment recent(String paymentId) {
        return recent.get(paymentId);
    }

    long payment(String paymentId) {
        return payments.get(paymentId);
    }

    long document(String documentId) {
        return documents.get(documentId);
    }

    long operation(String connector, String account, String key) {
        return operations.get(key(connector, account, key));
    }

    /** The latest line about it, which names the one before. */
    long reference(String merchantReference) {
        return references.get(merchantReference);
    }

    /** What was still to happen, by payment, and to be told: read once, at the start. */
    Map<String, List<DueChange>> dues() {
        return Map.copyOf(dues);
    }

    List<Webhook> owed() {
        return List.copyOf(owed.values());
    }

    private static String key(String connector, String account, String key) {
        return connector + '\n' + account + '\n' + key;
    }
}
