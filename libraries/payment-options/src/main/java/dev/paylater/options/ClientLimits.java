package dev.paylater.options;

/**
 * How much of a payment the customer's client may fill. It is apart from what the merchant may, so
 * that nothing that a stranger sends costs the merchant a capture or a refund.
 */
public final class ClientLimits {

    /** Of all fields that the client has set, merged, as JSON text in UTF-8. */
    public static final int MAX_BYTES = 64 * 1024;

    /** Commands of one payment that came with a publishable key. */
    public static final int MAX_CHANGES = 100;

    private ClientLimits() {}
}
