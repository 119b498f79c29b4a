package dev.paylater.refund.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** The orchestrator's side of refunds: reserves, and believes what it is told, once. */
final class SimulatedPayment {

    private final Random random;
    private final List<RefundableCapture> captures = new ArrayList<>();
    private final Map<String, Long> held = new HashMap<>();
    private final Map<String, RefundStatus> statuses = new HashMap<>();
    private final Set<String> handled = new HashSet<>();

    SimulatedPayment(Random random) {
        this.random = random;
        for (var i = 1; i <= 1 + random.nextInt(3); i++) {
            captures.add(Samples.capture(i, 1000 + random.nextInt(5000)));
        }
    }

    long captured() {
        return captures.stream().mapToLong(RefundableCapture::amount).sum();
    }

    long held() {
        return held.values().stream().mapToLong(Long::longValue).sum();
    }

    Map<String, RefundStatus> statuses() {
        return statuses;
    }

    /** Reserves what is requested, if it is left. */
    Optional<RefundOrder> reserve(int number) {
        var amount = 100 + random.nextInt((int) captured());
        if (amount > captured() - held()) {
            return Optional.empty();
        }
        var refundId = "ref_" + number;
        held.put(refundId, (long) amount);
        statuses.put(refundId, RefundStatus.PENDING);
        return Optional.of(Samples.order(refundId, number, amount, List.copyOf(captures)));
    }

    void record(String messageId, Refund refund) {
        var id = refund.order().refundId();
        if (!handled.add(messageId) || statuses.getOrDefault(id, refund.status()).isFinal()) {
            return;
        }
        statuses.put(id, refund.status());
        if (refund.status().isFinal()) {
            held.put(id, refund.status() == RefundStatus.FAILED ? 0 : refund.amount());
        }
        assertThat(held()).isLessThanOrEqualTo(captured());
    }
}
