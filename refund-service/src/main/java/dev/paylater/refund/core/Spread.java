package dev.paylater.refund.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cuts a refund into the requests that the provider needs for it. */
final class Spread {

    private Spread() {}

    /** One request for all of it. */
    static List<Portion> whole(RefundOrder order) {
        return List.of(new Portion(operationId(order), null, null, order.amount()));
    }

    /**
     * A request per capture, oldest first, each for what other refunds have left of it; empty when
     * that is not enough.
     */
    static Optional<List<Portion>> overCaptures(RefundOrder order, List<Refund> otherRefunds) {
        var portions = new ArrayList<Portion>();
        var missing = order.amount();
        for (var capture : order.captures()) {
            var taken =
                    otherRefunds.stream()
                            .mapToLong(other -> other.takenFrom(capture.captureId()))
                            .sum();
            var share = Math.min(missing, capture.amount() - taken);
            if (share > 0) {
                portions.add(portion(order, capture, portions.size() + 1, share));
                missing -= share;
            }
        }
        if (missing > 0) {
            return Optional.empty();
        }
        return Optional.of(
                portions.size() == 1
                        ? List.of(unnumbered(order, portions.getFirst()))
                        : List.copyOf(portions));
    }

    private static Portion portion(
            RefundOrder order, RefundableCapture capture, int number, long amount) {
        return new Portion(
                operationId(order) + "_" + number,
                capture.captureId(),
                capture.connectorCaptureId(),
                amount);
    }

    private static Portion unnumbered(RefundOrder order, Portion only) {
        return new Portion(
                operationId(order), only.captureId(), only.connectorCaptureId(), only.amount());
    }

    private static String operationId(RefundOrder order) {
        return order.attemptId() + "_refund_" + order.refundId();
    }
}
