package dev.paylater.refund.core;

import java.util.List;

/**
 * What a new refund has to know of the world: how the connector refunds, and the payment's other
 * refunds.
 *
 * @param refundsPerCapture the provider refunds one capture at a time
 * @param otherRefunds of the same payment; only needed with refundsPerCapture
 */
public record RefundContext(boolean refundsPerCapture, List<Refund> otherRefunds) {

    public static final RefundContext PLAIN = new RefundContext(false, List.of());
}
