package dev.paylater.e2e.chaos;

import dev.paylater.e2e.ProviderLedger;
import tools.jackson.databind.JsonNode;

/** The running system, and the simulator's ledger in place of a provider's portal. */
final class RunningPortal implements Portal {

    private final ChaosFindings findings;

    RunningPortal(ChaosFindings findings) {
        this.findings = findings;
    }

    @Override
    public Refund refund(Untold untold) {
        var refund = as(untold).await("/refunds/" + untold.refundId(), _ -> true);
        return new Refund(refund.string("status"), refund.number("amount"));
    }

    @Override
    public boolean isMade(Untold untold) {
        var ledger = as(untold).open(ProviderLedger.ledgerAddress(untold.paymentId())).json();
        for (JsonNode entry : ledger.path("entries")) {
            if (entry.path("operation").asString("").equals("refund")
                    && entry.path("idempotency_key").asString("").contains(untold.refundId())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void settle(Untold untold, boolean succeeded) {
        as(untold)
                .administer(
                        "/%s/refunds/%s/settle".formatted(untold.merchantId(), untold.refundId()),
                        """
                        {"result": "%s", "operator": "chaos",
                         "reason": "seen in the provider's ledger"}
                        """
                                .formatted(succeeded ? "succeeded" : "failed"));
    }

    private PatientMerchant as(Untold untold) {
        return new PatientMerchant(untold.merchant(), untold.paymentId(), findings);
    }
}
