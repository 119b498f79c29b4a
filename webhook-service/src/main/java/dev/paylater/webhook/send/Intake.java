package dev.paylater.webhook.send;

import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.delivery.DeliveryStore;
import dev.paylater.webhook.endpoint.Endpoint;
import dev.paylater.webhook.endpoint.Recipients;
import dev.paylater.webhook.event.PublicEvent;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes deliveries of events. They are in the store when it returns; those for which there is room
 * are begun with at once, in the lease that they were inserted with.
 */
public final class Intake {

    private final DeliveryStore deliveries;
    private final Sender sender;
    private final Clock clock;

    Intake(DeliveryStore deliveries, Sender sender, Clock clock) {
        this.deliveries = deliveries;
        this.sender = sender;
        this.clock = clock;
    }

    /** Takes in events; whatever was taken in before changes nothing. */
    public void take(Collection<PublicEvent> events, Recipients recipients) {
        deliver(
                events.stream()
                        .flatMap(event -> recipients.of(event).map(to -> new Pair(event, to)))
                        .toList());
    }

    private record Pair(PublicEvent event, Endpoint endpoint) {}

    private void deliver(List<Pair> pairs) {
        var now = clock.instant();
        var leaseEnd = sender.leaseEnd();
        var begun = new HashMap<String, Delivery>();
        var made = new ArrayList<Delivery>();
        var streams = new HashSet<String>();
        for (var pair : pairs) {
            var waiting = Delivery.of(pair.event(), pair.endpoint(), now, now);
            var mayBegin = waiting.stream() == null || streams.add(waiting.stream());
            if (mayBegin && sender.enter(pair.endpoint().id())) {
                var held = waiting.leasedUntil(leaseEnd);
                begun.put(held.id(), held);
                made.add(held);
            } else {
                made.add(waiting);
            }
        }
        var inserted = insert(made, begun);
        begun.forEach(
                (id, held) -> {
                    if (!inserted.contains(id)) {
                        sender.leave(held.endpointId());
                    }
                });
        begun.keySet().retainAll(inserted);
        sender.begin(begun.values());
    }

    private Set<String> insert(List<Delivery> made, Map<String, Delivery> begun) {
        try {
            return deliveries.insert(made);
        } catch (RuntimeException e) {
            begun.values().forEach(held -> sender.leave(held.endpointId()));
            throw e;
        }
    }
}
