package dev.paylater.webhook.send;

import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.delivery.DeliveryStore;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for deliveries whose time has come, and takes up as many as there is room for. Reads the
 * longest due ones, whosever they are. An endpoint that has more of them than it takes at once is
 * read by itself from then on, so that what waits for it is passed over by nobody.
 */
final class DueDeliveries {

    private static final int PAGE = 100;

    /** Of those whose deliveries are behind others' in the order of due times, in one look. */
    private static final int ENDPOINTS = 100;

    private static final Logger log = LoggerFactory.getLogger(DueDeliveries.class);

    private final DeliveryStore deliveries;
    private final Sender sender;
    private final EndpointGuards guards;
    private final Clock clock;

    /** Endpoints that have more than they take; whoever was served goes to the end. */
    private final Set<String> backlogs = new LinkedHashSet<>();

    private String lastEndpoint = "";

    DueDeliveries(DeliveryStore deliveries, Sender sender, EndpointGuards guards, Clock clock) {
        this.deliveries = deliveries;
        this.sender = sender;
        this.guards = guards;
        this.clock = clock;
    }

    /**
     * Looks once, then has whoever ends a delivery followed by the next for a time; never throws.
     */
    void take(Duration time) {
        take();
        var end = System.nanoTime() + time.toNanos();
        try {
            for (var left = time; !left.isNegative(); left = left(end)) {
                if (guards.awaitLeave(left) && !backlogs.isEmpty()) {
                    orWarn(this::takeFromBacklogs);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static Duration left(long end) {
        return Duration.ofNanos(end - System.nanoTime());
    }

    /** Looks once; never throws. */
    void take() {
        orWarn(
                () -> {
                    takeLongestDue();
                    takeFromBacklogs();
                });
    }

    private static void orWarn(Runnable taking) {
        try {
            taking.run();
        } catch (RuntimeException e) {
            log.warn("Could not look for due deliveries, trying again: {}", e.toString());
        }
    }

    private void takeLongestDue() {
        while (guards.room() > 0) {
            var found = deliveries.findDue(clock.instant(), PAGE);
            var entered = found.stream().filter(this::enters).toList();
            sender.take(entered);
            if (found.size() < PAGE) {
                return;
            }
            if (entered.isEmpty()) {
                findBacklogs();
                return;
            }
        }
    }

    /** What its endpoint has no room for does not, nor does what comes after that. */
    private boolean enters(Delivery delivery) {
        var endpointId = delivery.endpointId();
        if (backlogs.contains(endpointId)) {
            return false;
        }
        if (guards.room(endpointId, clock.instant()) > 0 && sender.enter(endpointId)) {
            return true;
        }
        backlogs.add(endpointId);
        return false;
    }

    /** Looks for endpoints with due deliveries behind those of endpoints that have too many. */
    private void findBacklogs() {
        for (var i = 0; i < ENDPOINTS; i++) {
            Optional<String> next = deliveries.nextEndpoint(lastEndpoint);
            lastEndpoint = next.orElse("");
            if (next.isEmpty()) {
                return;
            }
            backlogs.add(lastEndpoint);
        }
    }

    private void takeFromBacklogs() {
        for (var endpointId : List.copyOf(backlogs)) {
            var now = clock.instant();
            var room = guards.room(endpointId, now);
            if (room > 0) {
                var found = deliveries.findDue(endpointId, now, room);
                sender.take(found.stream().filter(_ -> sender.enter(endpointId)).toList());
                backlogs.remove(endpointId);
                if (found.size() == room) {
                    backlogs.add(endpointId);
                }
            }
        }
    }
}
