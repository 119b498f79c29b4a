package dev.paylater.e2e.chaos;

import dev.paylater.e2e.Answer;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was accepted from a merchant for one payment: no more than this may happen. */
final class Accepted {

    private final Map<String, String> refunds = new LinkedHashMap<>();
    private int captures;
    private long capturedAmount;
    private long refundedAmount;

    void capture(Answer answer, long amount) {
        if (answer.status() == 200) {
            captures++;
            capturedAmount += amount;
        }
    }

    void refund(String refundId, String status, long amount) {
        if (!status.equals("refused")) {
            refunds.put(refundId, status);
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

    long refundedAmount() {
        return refundedAmount;
    }
}
