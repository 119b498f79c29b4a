package dev.paylater.simulator.book;

import dev.paylater.simulator.payment.Due;
import dev.paylater.simulator.payment.Payment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Where in the file things are. Only the latest payments are kept as objects: a million of them are
 * a million places here, not a million payments.
 */
final class Index {

    private static final int RECENT = 20_000;

    private final Map<String, Long> payments = new ConcurrentHashMap<>();
    private final Map<String, Long> documents = new ConcurrentHashMap<>();
    private final Map<String, Long> operations = new ConcurrentHashMap<>();
    private final Map<String, long[]> references = new ConcurrentHashMap<>();
    private final Map<String, Payment> recent = new ConcurrentHashMap<>();
    private final ArrayDeque<String> arrivals = new ArrayDeque<>();
    private final Map<String, List<Due>> dues = new HashMap<>();
    private final Map<String, Webhook> owed = new LinkedHashMap<>();

    /** One caller at a time; the lookups may come from any thread. */
    void add(Line line, long place) {
        for (var document : line.documents()) {
            documents.put(document.id(), place);
        }
        var operation = line.operation();
        if (operation != null) {
            operations.put(key(line.connector(), operation.account(), operation.key()), place);
        }
        for (var webhook : line.webhooks()) {
            owed.put(webhook.eventId(), webhook);
        }
        if (line.taken() != null) {
            owed.remove(line.taken());
        }
        var payment = line.payment();
        if (payment != null) {
            references.merge(payment.merchantReference(), new long[] {place}, Index::concatenated);
            payments.put(payment.id(), place);
            if (recent.put(payment.id(), payment) == null) {
                arrivals.add(payment.id());
            }
            if (arrivals.size() > RECENT) {
                recent.remove(arrivals.remove());
            }
            if (payment.dues().isEmpty()) {
                dues.remove(payment.id());
            } else {
                dues.put(payment.id(), payment.dues());
            }
        }
    }

    @Nullable Payment recent(String paymentId) {
        return recent.get(paymentId);
    }

    @Nullable Long payment(String paymentId) {
        return payments.get(paymentId);
    }

    @Nullable Long document(String documentId) {
        return documents.get(documentId);
    }

    @Nullable Long operation(String connector, String account, String key) {
        return operations.get(key(connector, account, key));
    }

    long[] reference(String merchantReference) {
        return references.getOrDefault(merchantReference, new long[0]);
    }

    /** What was still to happen, by payment, and to be told: read once, at the start. */
    Map<String, List<Due>> dues() {
        return Map.copyOf(dues);
    }

    List<Webhook> owed() {
        return List.copyOf(owed.values());
    }

    private static String key(String connector, String account, String key) {
        return connector + '\n' + account + '\n' + key;
    }

    private static long[] concatenated(long[] places, long[] more) {
        var all = Arrays.copyOf(places, places.length + more.length);
        System.arraycopy(more, 0, all, places.length, more.length);
        return all;
    }
}
