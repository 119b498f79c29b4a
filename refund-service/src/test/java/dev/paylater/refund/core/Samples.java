package dev.paylater.refund.core;

import dev.paylater.kernel.Waiter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Orders and commands as tests need them. */
final class Samples {

    static final Waiter WAITER = new Waiter("correlation-1", 3, "correlation-1");
    static final ConnectorError DECLINED =
            new ConnectorError("refund_refused", "No", null, "declined", "Declined");
    static final String OPERATION = "pay_1_1_refund_ref_1";

    private Samples() {}

    static RefundOrder order() {
        return order("ref_1", 1, 5000, List.of(capture(1, 9000)));
    }

    static RefundOrder order(
            String refundId, int sequence, long amount, List<RefundableCapture> captures) {
        return new RefundOrder(
                "merchant",
                "pay_1",
                refundId,
                sequence,
                amount,
                "EUR",
                "too small",
                Map.of("metadata", "{\"a\":1}"),
                "profile",
                "pay_1_1",
                "sandbox",
                "mca_1",
                "sbp_1",
                Map.of("session", "s1"),
                9000,
                "manual",
                Map.of("currency", "\"EUR\""),
                Map.of("email", "\"ada@example.com\""),
                captures);
    }

    static RefundableCapture capture(int number, long amount) {
        return new RefundableCapture("pay_1_1_" + number, "sbc_" + number, amount);
    }

    static RefundCommand.ExecuteRefund execute(RefundOrder order) {
        return new RefundCommand.ExecuteRefund(order, WAITER, false);
    }

    static RefundCommand.ExecuteRefund execute() {
        return execute(order());
    }

    static RefundCommand.RecordOutcome outcome(Verdict verdict) {
        return outcome(OPERATION, false, verdict);
    }

    static RefundCommand.RecordOutcome answer(Verdict verdict) {
        return outcome(OPERATION, true, verdict);
    }

    static RefundCommand.RecordOutcome answer(Verdict verdict, Instant toldAt) {
        return new RefundCommand.RecordOutcome(
                OPERATION, true, verdict, ProviderFacts.NONE, toldAt);
    }

    static RefundCommand.RecordOutcome outcome(String operationId, boolean asked, Verdict verdict) {
        return new RefundCommand.RecordOutcome(
                operationId, asked, verdict, ProviderFacts.NONE, Scenario.START);
    }

    static Verdict approved() {
        return new Verdict.Approved(null);
    }

    static Verdict approved(@Nullable Long amount) {
        return new Verdict.Approved(amount);
    }

    static Verdict declined() {
        return new Verdict.Declined(DECLINED);
    }

    static Verdict pending() {
        return new Verdict.Pending(null);
    }

    static Verdict unknown() {
        return new Verdict.Unknown(null);
    }
}
