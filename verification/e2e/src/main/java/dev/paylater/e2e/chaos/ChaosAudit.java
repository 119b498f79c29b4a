package dev.paylater.e2e.chaos;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.ProviderLedger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Holds what merchants were told against the payments and the provider's ledger. Reconcile finds
 * what the books say differently; this finds what all books agree on and nobody had asked for.
 */
final class ChaosAudit {

    private static final int PAGE = 100;
    private static final Duration UNTIL_SHOWN = Duration.ofSeconds(30);
    private static final long ASK_AGAIN_MILLIS = 200;
    private final ChaosFindings findings;

    ChaosAudit(ChaosFindings findings) {
        this.findings = findings;
    }

    void payment(Purchase purchase) {
        var payment = oncePaymentShowsRefunds(purchase);
        var audit =
                new PaymentAudit(
                        purchase.plan(),
                        purchase.paymentId(),
                        purchase.accepted(),
                        payment,
                        ProviderLedger.entriesOf(purchase.paymentId()),
                        findings);
        audit.check(purchase.accepted().disputes().stream().map(ProviderLedger::dispute).toList());
    }

    /** A payment learns from refund-service's events, so its own list may be behind for a while. */
    private static ApiAnswer oncePaymentShowsRefunds(Purchase purchase) {
        var end = Instant.now().plus(UNTIL_SHOWN);
        while (true) {
            var payment =
                    purchase.plan()
                            .merchant()
                            .payment(purchase.paymentId() + "?expand_captures=true");
            var refunds = payment.json().path("refunds");
            if (PaymentAudit.isOwn(refunds)
                    || PaymentAudit.statuses(refunds).equals(purchase.accepted().refunds())
                    || Instant.now().isAfter(end)) {
                return payment;
            }
            PatientMerchant.sleep(ASK_AGAIN_MILLIS);
        }
    }

    /** Every accepted creation made one payment. */
    void list(MerchantClient merchant, Instant since, Collection<Purchase> purchases) {
        var wanted = new HashMap<String, String>();
        purchases.stream()
                .filter(purchase -> purchase.plan().merchant() == merchant)
                .forEach(purchase -> wanted.put(purchase.plan().mark(), purchase.paymentId()));
        listed(wanted, marks(merchant, since));
    }

    /** Both are payment ids by mark. */
    void listed(Map<String, String> wanted, Map<String, String> seen) {
        wanted.forEach(
                (mark, id) -> {
                    if (!seen.getOrDefault(mark, "").equals(id)) {
                        findings.add(
                                AuditRule.NOT_LISTED,
                                mark,
                                "is %s, listed is '%s'".formatted(id, seen.get(mark)));
                    }
                });
    }

    /** Payment ids by mark, joined where there are several. */
    private static Map<String, String> marks(MerchantClient merchant, Instant since) {
        var marks = new HashMap<String, String>();
        var after = "";
        while (true) {
            var page =
                    merchant.get(
                                    "/payments/list?limit=%d&created_gte=%s%s"
                                            .formatted(PAGE, since, after))
                            .expect(200)
                            .json()
                            .path(0)
                            .path("data");
            for (var payment : page) {
                var id = payment.path("payment_id").asString("");
                after = "&starting_after=" + id;
                var mark = payment.path("metadata").path("chaos").asString("");
                marks.merge(mark, id, (one, other) -> one + " and " + other);
            }
            if (page.size() < PAGE) {
                return marks;
            }
        }
    }
}
