package dev.paylater.simulation;

import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A customer's objection in a provider's books, in the sandbox's words. */
final class ProviderDispute {

    static final String LOST = "dispute_lost";
    static final String WON = "dispute_won";
    static final String ACCEPTED = "dispute_accepted";
    static final String CHALLENGED = "dispute_challenged";
    private static final List<String> OPEN = List.of("dispute_opened", CHALLENGED);

    final String id;
    private final String merchantReference;
    private final String currency;
    private final Instant created;
    private Instant updated;
    private long amount;
    private String status = "dispute_opened";

    ProviderDispute(String id, ProviderPayment payment, long amount, Instant created) {
        this.id = id;
        this.merchantReference = payment.merchantReference;
        this.currency = payment.currency;
        this.amount = amount;
        this.created = created;
        this.updated = created;
    }

    boolean isOpen() {
        return OPEN.contains(status);
    }

    String status() {
        return status;
    }

    /** What the customer has got by it. */
    long lost() {
        return status.equals(LOST) || status.equals(ACCEPTED) ? amount : 0;
    }

    /** Comes to another status, over at most this much. */
    void become(String next, long most, Instant at) {
        status = next;
        amount = Math.min(amount, most);
        updated = at;
    }

    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("id", id).put("merchant_reference", merchantReference);
        json.put("amount", amount).put("currency", currency);
        json.put("stage", "dispute").put("status", status);
        json.put("created", created.toString()).put("updated", updated.toString());
        return json;
    }
}
