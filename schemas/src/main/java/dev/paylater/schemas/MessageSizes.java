package dev.paylater.schemas;

/**
 * How large things may become, in bytes. Topics, producers, consumers and the bounds of what a
 * payment carries are all set from here, so that whatever is accepted can also be sent and stored.
 *
 * <p>A request to a connector holds a payment's terms once, a reply everything that it carries
 * once; either stays far below a message's limit whatever providers add. A body of the HTTP API has
 * at most 512 KiB, so a payment's first body always fits.
 */
public final class MessageSizes {

    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;

    /** Key, headers and value of a record; the topics' {@code max.message.bytes}. */
    public static final int MAX_MESSAGE = 2 * MIB;

    /** A dead letter is the record as it came and a few headers. */
    public static final int MAX_DEAD_LETTER = MAX_MESSAGE + 64 * KIB;

    /** What a broker sends a consumer at once, of all partitions together. */
    public static final int MAX_FETCH = 16 * MIB;

    /** A payment's terms, after merging every change: what is sealed has a third more. */
    public static final int MAX_TERMS = 704 * KIB;

    /** What one capture or refund carries, or one reason given with them. */
    public static final int MAX_DETAILS = 128 * KIB;

    /** The terms together with what all captures and refunds of the payment carry. */
    public static final int MAX_CARRIED = MIB;

    /** A document; the store's own limit is 16 MiB. */
    public static final int MAX_DOCUMENT = 15 * MIB;

    private MessageSizes() {}
}
