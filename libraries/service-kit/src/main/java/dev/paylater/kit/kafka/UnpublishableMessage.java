package dev.paylater.kit.kafka;

import org.jspecify.annotations.Nullable;

/** A message that no attempt will ever get through. */
public final class UnpublishableMessage extends RuntimeException {

    UnpublishableMessage(Outgoing message, String reason, @Nullable Throwable cause) {
        super(
                "%s %s for %s cannot be published: it %s"
                        .formatted(
                                message.value().getSchema().getName(),
                                message.messageId(),
                                message.topic(),
                                reason),
                cause);
    }
}
