package dev.paylater.ops.reconcile;

import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which payments are reported. What only the provider knows is reported in any case, since nobody
 * knows whose it is or when it was.
 *
 * @param merchantId null: every merchant's
 * @param since those that have changed since then; null: all
 */
public record Narrowing(@Nullable String merchantId, @Nullable Instant since) {

    /** Everything. */
    public static final Narrowing NONE = new Narrowing(null, null);

    /**
     * Whether a difference is reported.
     *
     * @param known payments that there are, by merchant and payment
     * @param changed those of them that have changed since then
     */
    boolean includes(Difference difference, Set<String> known, Set<String> changed) {
        return difference.rule() == ReconciliationRule.PAYMENT_ONLY_AT_PROVIDER
                || ((merchantId == null || isOfMerchant(difference.payment(), known))
                        && (since == null || isOf(difference.payment(), changed)));
    }

    private boolean isOfMerchant(String payment, Set<String> known) {
        return payment.indexOf('/') < 0
                ? known.contains(merchantId + "/" + payment)
                : payment.startsWith(merchantId + "/");
    }

    /** The ledger knows payments without their merchant; refunds have their payment's id first. */
    private static boolean isOf(String payment, Set<String> some) {
        return payment.indexOf('/') < 0
                ? some.stream().anyMatch(each -> each.endsWith("/" + payment))
                : some.contains(paymentOf(payment));
    }

    /** Without the refund behind it. */
    static String paymentOf(String subject) {
        return String.join("/", Stream.of(subject.split("/", -1)).limit(2).toList());
    }

    /** What has to be read at least. */
    Range range() {
        return merchantId == null ? Range.ALL : Range.ofMerchant(merchantId);
    }
}
