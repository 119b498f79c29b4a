package dev.paylater.webhook.endpoint;

import static java.util.stream.Collectors.groupingBy;

import dev.paylater.schemas.EventType;
import dev.paylater.webhook.event.EventFilter;
import dev.paylater.webhook.event.PublicEvent;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The endpoints that a batch of events may go to, as they were when it was read. */
public final class Recipients implements EventFilter {

    private final Map<String, List<Endpoint>> byMerchant;

    Recipients(Collection<Endpoint> endpoints) {
        byMerchant = endpoints.stream().collect(groupingBy(Endpoint::merchantId));
    }

    @Override
    public boolean wants(EventType type, String merchantId, String profileId, Instant occurredAt) {
        return of(merchantId).anyMatch(one -> one.wants(type, merchantId, profileId, occurredAt));
    }

    /** Those that want an event. */
    public Stream<Endpoint> of(PublicEvent event) {
        return of(event.merchantId()).filter(event::isFor);
    }

    private Stream<Endpoint> of(String merchantId) {
        return byMerchant.getOrDefault(merchantId, List.of()).stream();
    }
}
