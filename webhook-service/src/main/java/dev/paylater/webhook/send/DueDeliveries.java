package dev.paylater.webhook.send;

import dev.paylater.webhook.delivery.Deliveries;
import java.time.Clock;
import java.util.HashSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for deliveries whose time has come, and takes up as many as there is room for. */
final class DueDeliveries {

    private static final int PAGE = 100;
    private static final Logger log = LoggerFactory.getLogger(DueDeliveries.class);

    private final Deliveries deliveries;
    private final Sender sender;
    private final Guards guards;
    private final Clock clock;

    DueDeliveries(Deliveries deliveries, Sender sender, Guards guards, Clock clock) {
        this.deliveries = deliveries;
        this.sender = sender;
        this.guards = guards;
        this.clock = clock;
    }

    /** Never throws. */
    void take() {
        try {
            while (guards.room() > 0 && takePage()) {
                // As long as there is more and room for it.
            }
        } catch (RuntimeException e) {
            log.warn("Could not look for due deliveries, trying again: {}", e.toString());
        }
    }

    /** Whether there may be more. */
    private boolean takePage() {
        var now = clock.instant();
        var without = new HashSet<>(guards.full(now));
        var found = deliveries.findDue(now, without, Math.min(PAGE, guards.room()));
        var taken = 0;
        for (var delivery : found) {
            if (!without.contains(delivery.endpointId())) {
                if (sender.take(delivery)) {
                    taken++;
                } else {
                    without.add(delivery.endpointId());
                }
            }
        }
        return taken > 0 && found.size() == PAGE;
    }
}
