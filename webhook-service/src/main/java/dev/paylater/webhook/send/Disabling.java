package dev.paylater.webhook.send;

import dev.paylater.schemas.EventType;
import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.delivery.DeliveryStore;
import dev.paylater.webhook.endpoint.AuditLines;
import dev.paylater.webhook.endpoint.Endpoint;
import dev.paylater.webhook.endpoint.Endpoints;
import dev.paylater.webhook.event.EventIds;
import dev.paylater.webhook.event.PublicEvent;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Takes an endpoint out of service and tells the merchant's others. */
final class Disabling {

    private static final Logger log = LoggerFactory.getLogger(Disabling.class);

    private final Endpoints endpoints;
    private final DeliveryStore deliveries;
    private final AuditLines auditLines;

    Disabling(Endpoints endpoints, DeliveryStore deliveries, AuditLines auditLines) {
        this.endpoints = endpoints;
        this.deliveries = deliveries;
        this.auditLines = auditLines;
    }

    /**
     * The others are told and the line is written before it is disabled: after a crash in between
     * it is called once more, and all of this is made good.
     *
     * @param endpoint as it is now
     */
    void disable(Endpoint endpoint, String reason, Instant now) {
        if (!endpoint.enabled()) {
            return;
        }
        log.warn(
                "Endpoint {} of merchant {} is disabled: {}",
                endpoint.id(),
                endpoint.merchantId(),
                reason);
        var event = event(endpoint, reason, now);
        deliveries.insert(
                endpoints
                        .enabled(List.of(endpoint.merchantId()))
                        .of(event)
                        .filter(other -> !other.id().equals(endpoint.id()))
                        .map(other -> Delivery.of(event, other, now, now))
                        .toList());
        auditLines.disabled(endpoint, reason, now);
        endpoints.disable(endpoint, reason, now);
    }

    /** What one disabling has in common however often it is tried. */
    private static String failingSince(Endpoint endpoint, Instant now) {
        return Objects.requireNonNullElse(endpoint.failingSince(), now).toString();
    }

    static PublicEvent event(Endpoint endpoint, String reason, Instant now) {
        return endpoint.event(
                EventIds.of("evt_", endpoint.id(), failingSince(endpoint, now)),
                EventType.ENDPOINT_DISABLED,
                now,
                JsonMapper.shared().createObjectNode().put("reason", reason).toString());
    }
}
