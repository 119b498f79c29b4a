package dev.paylater.connector.provider.klarna;

import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.Capabilities.Idempotency;
import dev.paylater.connector.provider.Operation;
import java.util.Map;
import java.util.Set;

/** What Klarna can serve. */
final class KlarnaCapabilities {

    static final Capabilities ALL =
            new Capabilities(
                    Set.of(
                            "AUD", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "NOK", "NZD", "PLN",
                            "SEK", "USD"),
                    Set.of(
                            "AT", "AU", "BE", "CA", "CH", "CZ", "DE", "DK", "ES", "FI", "FR", "GB",
                            "GR", "IE", "IT", "NL", "NO", "NZ", "PL", "PT", "SE", "US"),
                    Set.of(
                            "invoice",
                            "installment_invoice",
                            "direct_debit",
                            "installment_direct_debit"),
                    Set.of(),
                    Set.of(
                            Feature.NATIVE_AUTOMATIC_CAPTURE,
                            Feature.PARTIAL_CAPTURE,
                            Feature.MULTIPLE_CAPTURE,
                            Feature.PARTIAL_REFUND,
                            Feature.VOID,
                            Feature.RELEASE,
                            Feature.INCREMENTAL_AUTHORIZATION,
                            Feature.REDIRECT,
                            Feature.B2B,
                            Feature.LATE_DECISION,
                            Feature.WEBHOOKS),
                    Map.of(
                            // A session that nobody gets to see promises nothing and expires.
                            Operation.AUTHORIZE, Idempotency.HARMLESS,
                            Operation.COMPLETE_AUTHORIZE, Idempotency.HARMLESS,
                            Operation.CAPTURE, Idempotency.KEY,
                            Operation.VOID, Idempotency.KEY,
                            Operation.RELEASE, Idempotency.KEY,
                            Operation.INCREMENT, Idempotency.KEY,
                            Operation.REFUND, Idempotency.KEY));

    private KlarnaCapabilities() {}
}
