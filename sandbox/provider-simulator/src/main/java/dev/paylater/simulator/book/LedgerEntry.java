package dev.paylater.simulator.book;

import dev.paylater.simulator.payment.Posting;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A line of the ledger: an operation with money that a provider has accepted. */
public record LedgerEntry(
        long seq,
        long time,
        String connector,
        Posting.Kind operation,
        long amount,
        String currency,
        String idempotencyKey,
        String providerId,
        String providerPaymentId,
        String merchantReference,
        @Nullable String attemptReference) {

    public String operationName() {
        return operation.name().toLowerCase(Locale.ROOT);
    }

    public ObjectNode toJson() {
        var json = BookJson.MAPPER.createObjectNode();
        json.put("seq", seq);
        json.put("time", BookJson.time(time));
        json.put("connector", connector);
        json.put("operation", operationName());
        json.put("amount", amount);
        json.put("currency", currency);
        json.put("idempotency_key", idempotencyKey);
        json.put("provider_id", providerId);
        json.put("provider_payment_id", providerPaymentId);
        json.put("merchant_reference", merchantReference);
        json.put("attempt_reference", attemptReference);
        return json;
    }
}
