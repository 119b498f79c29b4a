package dev.paylater.e2e.chaos;

import dev.paylater.e2e.Answer;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was accepted from a merchant for one payment: this may happen, no more and no less. */
final class Accepted {

    private final Map<String, String> refunds = new LinkedHashMap<>();
    private int captures;
    private long capturedAmount;
    private long refundedAmount;
    private long succeededRefunds;

    void capture(Answer answer, long amount) {
        if (answer.status() == 200) {
            captures++;
            capturedAmount += amount;
        }
    }

    void refund(String refundId, String status, long amount) {
        refunds.put(refundId, status);
        if (status.equals("succeeded")) {
            succeededRefunds += amount;
        }
        if (status.equals("succeeded") || status.equals("review")) {
            refundedAmount += amount;
        }
    }

    /** Status as it was seen, by refund id. */
    Map<String, String> refunds() {
        return refunds;
    }

    int captures() {
        return captures;
    }

    long capturedAmount() {
        return capturedAmount;
    }

    /** Without those that a provider still reviews. */
    long succeededRefunds() {
        return succeededRefunds;
    }

    long refundedAmount() {
        return refundedAmount;
    }
}
