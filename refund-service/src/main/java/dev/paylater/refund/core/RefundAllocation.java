package dev.paylater.refund.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cuts a refund into the requests that the provider needs for it. */
final class RefundAllocation {

    private RefundAllocation() {}

    /** One request for all of it. */
    static List<Allocation> whole(RefundOrder order) {
        return List.of(new Allocation(RefundOperationIds.of(order, 1), null, null, order.amount()));
    }

    /**
     * A request per capture, oldest first, each for what other refunds have left of it; empty when
     * that is not enough.
     */
    static Optional<List<Allocation>> overCaptures(RefundOrder order, List<Refund> otherRefunds) {
        var allocations = new ArrayList<Allocation>();
        var missing = order.amount();
        for (var capture : order.captures()) {
            var taken =
                    otherRefunds.stream()
                            .mapToLong(other -> other.takenFrom(capture.captureId()))
                            .sum();
            var share = Math.min(missing, capture.amount() - taken);
            if (share > 0) {
                allocations.add(allocation(order, capture, allocations.size() + 1, share));
                missing -= share;
            }
        }
        return missing > 0 ? Optional.empty() : Optional.of(List.copyOf(allocations));
    }

    private static Allocation allocation(
            RefundOrder order, RefundableCapture capture, int number, long amount) {
        return new Allocation(
                RefundOperationIds.of(order, number),
                capture.captureId(),
                capture.connectorCaptureId(),
                amount);
    }
}
