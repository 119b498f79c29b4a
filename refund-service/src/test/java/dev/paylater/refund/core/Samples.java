package dev.paylater.refund.core;

import dev.paylater.kernel.Waiter;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Orders and commands as tests need them. */
final class Samples {

    static final Waiter WAITER = new Waiter("correlation-1", 3, "correlation-1");
    static final ProviderError DECLINED =
            ProviderError.of("refund_refused", "No", UnifiedError.DECLINED);
    static final String OPERATION = "pay_1_1_refund1_ref_1";

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

    static RefundCommand.RecordProviderResult outcome(ProviderResult result) {
        return outcome(OPERATION, false, result);
    }

    static RefundCommand.RecordProviderResult answer(ProviderResult result) {
        return outcome(OPERATION, true, result);
    }

    static RefundCommand.RecordProviderResult answer(ProviderResult result, Instant inquiredAt) {
        return new RefundCommand.RecordProviderResult(OPERATION, true, inquiredAt, result);
    }

    static RefundCommand.RecordProviderResult outcome(
            String operationId, boolean inquired, ProviderResult result) {
        return new RefundCommand.RecordProviderResult(
                operationId, inquired, Scenario.START, result);
    }

    static ProviderResult approved() {
        return ProviderResult.approved();
    }

    static ProviderResult approved(@Nullable Long amount) {
        return amount == null ? approved() : ProviderResult.approved(amount);
    }

    static ProviderResult declined() {
        return ProviderResult.declined(Decline.Outcome.FAILURE, DECLINED);
    }

    static ProviderResult pending() {
        return ProviderResult.pending();
    }

    static ProviderResult unauthorized() {
        return ProviderResult.unauthorized("401");
    }

    static ProviderResult unknown() {
        return ProviderResult.unknown("timeout");
    }
}
