package dev.paylater.webhook.send;

import tools.jackson.databind.node.ObjectNode;

/** Payments and refunds as merchants read them. */
public interface Resources {

    /**
     * A payment.
     *
     * @throws NotAvailable when it cannot be had now
     */
    ObjectNode payment(String merchantId, String paymentId);

    /**
     * A refund.
     *
     * @throws NotAvailable when it cannot be had now
     */
    ObjectNode refund(String merchantId, String refundId);

    /** Nothing can be said about it at the moment. */
    final class NotAvailable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public NotAvailable(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
