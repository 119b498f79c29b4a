package dev.paylater.e2e.chaos;

import dev.paylater.e2e.ApiAnswer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What was accepted from a merchant for one payment: this may happen, no more and no less. */
final class AcceptedRequests {

    private final Map<String, Portal.Refund> refunds = new LinkedHashMap<>();
    private final Set<String> disputes = new LinkedHashSet<>();
    private int captures;
    private long capturedAmount;
    private int directCaptures;
    private long directAmount;
    private int newTries;
    private long lostAmount;

    void capture(ApiAnswer answer, long amount) {
        if (answer.status() == 200) {
            captures++;
            capturedAmount += amount;
        }
    }

    /** What merchant and customer settle between themselves is no capture of the provider. */
    void directCapture(ApiAnswer answer, long amount) {
        if (answer.status() == 200) {
            directCaptures++;
            directAmount += amount;
        }
    }

    /** As it stands now; one that was pending before may have come to its end. */
    void refund(String refundId, String status, long amount) {
        refunds.put(refundId, new Portal.Refund(status, amount));
    }

    /** Another attempt, after one that has failed. */
    void newTry() {
        newTries++;
    }

    /** By the provider's id. */
    void dispute(String disputeId) {
        disputes.add(disputeId);
    }

    /** Went back to the customer by a dispute. */
    void lost(long amount) {
        lostAmount += amount;
    }

    /** Status as it was seen, by refund id. */
    Map<String, String> refunds() {
        var statuses = new LinkedHashMap<String, String>();
        refunds.forEach((id, refund) -> statuses.put(id, refund.status()));
        return statuses;
    }

    int captures() {
        return captures;
    }

    long capturedAmount() {
        return capturedAmount;
    }

    int directCaptures() {
        return directCaptures;
    }

    long directAmount() {
        return directAmount;
    }

    int newTries() {
        return newTries;
    }

    Set<String> disputes() {
        return disputes;
    }

    long lostAmount() {
        return lostAmount;
    }

    /** Without those that a provider still reviews or does not tell. */
    long succeededRefunds() {
        return sum("succeeded");
    }

    long refundedAmount() {
        return sum("succeeded") + sum("review") + sum("pending");
    }

    private long sum(String status) {
        return refunds.values().stream()
                .filter(refund -> refund.status().equals(status))
                .mapToLong(Portal.Refund::amount)
                .sum();
    }
}
