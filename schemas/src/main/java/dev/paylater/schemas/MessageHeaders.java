package dev.paylater.schemas;

/** Names of the Kafka headers that every record carries; values are UTF-8. */
public final class MessageHeaders {

    /**
     * Identifies the message; the same at every delivery, so that a consumer can drop repetitions.
     */
    public static final String MESSAGE_ID = "message-id";

    /** Message id of what caused this one. */
    public static final String CAUSATION_ID = "causation-id";

    /** W3C trace context. */
    public static final String TRACEPARENT = "traceparent";

    /** The merchant's request, as in the header x-request-id. */
    public static final String REQUEST_ID = "x-request-id";

    private MessageHeaders() {}
}
