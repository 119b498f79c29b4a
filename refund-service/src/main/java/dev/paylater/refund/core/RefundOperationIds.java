package dev.paylater.refund.core;

/**
 * Ids of what a refund requests of a provider, which are the keys that it recognizes a repetition
 * by. {@code <attempt_id>_refund<part>_<refund_id>} is read back in one way only, whatever the
 * merchant chose as refund_id, because that comes last. Versions before wrote {@code
 * <attempt_id>_refund_<refund_id>[_<part>]}; their refunds keep the ids that were recorded.
 */
final class RefundOperationIds {

    private RefundOperationIds() {}

    /**
     * The id of a part.
     *
     * @param part from 1; a refund that needs one request has one part
     */
    static String of(RefundOrder order, int part) {
        return order.attemptId() + "_refund" + part + "_" + order.refundId();
    }
}
