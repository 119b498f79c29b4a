package dev.paylater.webhook.event;

import dev.paylater.schemas.EventType;
import java.time.Instant;

/** Who may want to be told; asked before an event is made, so that none is made for nobody. */
public interface EventFilter {

    /** Whether an event is wanted of which this much is known. */
    boolean wants(EventType type, String merchantId, String profileId, Instant occurredAt);
}
