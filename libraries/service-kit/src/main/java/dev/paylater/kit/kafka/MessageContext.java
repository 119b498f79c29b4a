package dev.paylater.kit.kafka;

import org.jspecify.annotations.Nullable;

/**
 * Where a message comes from; travels in its headers and from there into whatever it causes.
 *
 * @param causationId message id of the cause
 * @param requestId x-request-id of the merchant's request
 * @param traceparent W3C trace context
 */
public record MessageContext(
        @Nullable String causationId, @Nullable String requestId, @Nullable String traceparent) {

    public static final MessageContext NONE = new MessageContext(null, null, null);

    /** The context of what the message with this id causes. */
    public MessageContext causedBy(String messageId) {
        return new MessageContext(messageId, requestId, traceparent);
    }
}
