package dev.paylater.webhook.event;

import dev.paylater.schemas.EventType;
import java.time.Instant;
import java.util.Map;

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
        String snapshot) {

    /** Whether it is wanted there. */
    public boolean isFor(Audience audience) {
        return audience.wants(type, merchantId, profileId, occurredAt);
    }
}
