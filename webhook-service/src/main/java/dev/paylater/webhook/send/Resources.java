package dev.paylater.webhook.send;

/** Payments and refunds as merchants read them. */
public interface Resources {

    /** What there is to read. */
    enum Kind {
        PAYMENT,
        REFUND
    }

    /** One of them. */
    record Resource(Kind kind, String merchantId, String id) {}

    /**
     * What GET answers, as JSON.
     *
     * @throws NotAvailable when it cannot be had now
     */
    byte[] read(Resource resource);

    /** Nothing can be said about it at the moment. */
    final class NotAvailable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public NotAvailable(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
