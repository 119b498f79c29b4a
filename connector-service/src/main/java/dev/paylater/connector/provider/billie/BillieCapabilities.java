package dev.paylater.connector.provider.billie;

import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.Capabilities.Idempotency;
import dev.paylater.connector.provider.Operation;
import java.util.Map;
import java.util.Set;

/**
 * What Billie can do. Countries beyond Germany and direct debit depend on the contract; of the
 * countries those are listed that pay in euros, and of the sub-types the one that all have.
 */
final class BillieCapabilities {

    static final Capabilities ALL =
            new Capabilities(
                    Set.of("EUR"),
                    Set.of("DE", "AT", "NL", "FR", "FI"),
                    Set.of("invoice"),
                    Set.of(),
                    Set.of(
                            Feature.PARTIAL_CAPTURE,
                            Feature.MULTIPLE_CAPTURE,
                            Feature.PARTIAL_REFUND,
                            Feature.REFUND_PER_CAPTURE,
                            Feature.VOID,
                            Feature.RELEASE,
                            Feature.B2B,
                            Feature.DIRECT_CAPTURE,
                            Feature.LATE_DECISION,
                            Feature.WEBHOOKS),
                    Map.of(
                            Operation.AUTHORIZE, Idempotency.ASK_FIRST,
                            Operation.CAPTURE, Idempotency.ASK_FIRST,
                            Operation.VOID, Idempotency.ASK_FIRST,
                            Operation.RELEASE, Idempotency.ASK_FIRST,
                            Operation.REFUND, Idempotency.ASK_FIRST));

    private BillieCapabilities() {}
}
