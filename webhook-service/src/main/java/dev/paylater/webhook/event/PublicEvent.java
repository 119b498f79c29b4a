package dev.paylater.webhook.event;

import dev.paylater.schemas.EventType;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that a merchant is told.
 *
 * @param eventId the same whenever the record it follows from is read again
 * @param source the payment or refund whose events are counted together, with its merchant
 * @param sequence of the record it follows from, among those of the source
 * @param index among the events of that record
 * @param ids interface name to id: what it is about
 * @param snapshot JSON text: what the record knows of the payment or refund, by the interface's
 *     names
 * @param trace traceparent whose span is that of the event's cause; null where it is not exported
 */
public record PublicEvent(
        String eventId,
        EventType type,
        String merchantId,
        String profileId,
        String source,
        long sequence,
        int index,
        Instant occurredAt,
        Map<String, String> ids,
        String snapshot,
        @Nullable String trace) {

    /** An event whose trace is not exported. */
    public PublicEvent(
            String eventId,
            EventType type,
            String merchantId,
            String profileId,
            String source,
            long sequence,
            int index,
            Instant occurredAt,
            Map<String, String> ids,
            String snapshot) {
        this(
                eventId,
                type,
                merchantId,
                profileId,
                source,
                sequence,
                index,
                occurredAt,
                ids,
                snapshot,
                null);
    }

    /** The event with its trace. */
    public PublicEvent in(@Nullable String trace) {
        return new PublicEvent(
                eventId,
                type,
                merchantId,
                profileId,
                source,
                sequence,
                index,
                occurredAt,
                ids,
                snapshot,
                trace);
    }

    /** Whether it is wanted there. */
    public boolean isFor(EventFilter audience) {
        return audience.wants(type, merchantId, profileId, occurredAt);
    }
}
