package dev.paylater.refund.mongo;

import dev.paylater.refund.core.RefundCommand.ExecuteRefund;
import dev.paylater.refund.core.RefundOrder;
import dev.paylater.refund.core.RefundableCapture;
import java.util.List;
import java.util.Map;

/** Orders as the orchestrator would send them. */
final class Orders {

    private Orders() {}

    static ExecuteRefund execute(String refundId) {
        return new ExecuteRefund(order(refundId), null, false);
    }

    static RefundOrder order(String refundId) {
        return new RefundOrder(
                "merchant",
                "pay_1",
                refundId,
                1,
                5000,
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
                List.of(new RefundableCapture("pay_1_1_1", "sbc_1", 9000)));
    }
}
