package dev.paylater.connector.provider.mondu;

import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.Capabilities.Idempotency;
import dev.paylater.connector.provider.Operation;
import java.util.Map;
import java.util.Set;

/**
 * What Mondu can do. Its webhooks are signed, but they do not say how much was confirmed: they are
 * no reason to believe, only to ask.
 */
final class MonduCapabilities {

    /** Our sub-types and Mondu's payment methods, unless the account names others. */
    static final Map<String, String> PAYMENT_METHODS =
            Map.of(
                    "invoice", "invoice",
                    "direct_debit", "direct_debit",
                    "installment_direct_debit", "installment",
                    "installment_invoice", "installment_by_invoice",
                    "subscription_invoice", "billing_statement");

    static final Capabilities ALL =
            new Capabilities(
                    Set.of("EUR", "GBP"),
                    Set.of("DE", "AT", "NL", "FR", "BE", "ES", "IT", "GB"),
                    PAYMENT_METHODS.keySet(),
                    Set.of(),
                    Set.of(
                            Feature.PARTIAL_CAPTURE,
                            Feature.MULTIPLE_CAPTURE,
                            Feature.PARTIAL_REFUND,
                            Feature.REFUND_PER_CAPTURE,
                            Feature.VOID,
                            Feature.RELEASE,
                            Feature.REDIRECT,
                            Feature.B2B,
                            Feature.LATE_DECISION,
                            Feature.WEBHOOKS),
                    Map.of(
                            Operation.AUTHORIZE, Idempotency.ASK_FIRST,
                            Operation.COMPLETE_AUTHORIZE, Idempotency.ASK_FIRST,
                            Operation.CAPTURE, Idempotency.ASK_FIRST,
                            Operation.VOID, Idempotency.ASK_FIRST,
                            Operation.RELEASE, Idempotency.ASK_FIRST,
                            Operation.REFUND, Idempotency.ASK_FIRST));

    private MonduCapabilities() {}
}
