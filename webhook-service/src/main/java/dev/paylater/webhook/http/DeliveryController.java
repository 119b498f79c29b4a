package dev.paylater.webhook.http;

import dev.paylater.kit.security.ServiceGate;
import dev.paylater.schemas.EventType;
import dev.paylater.webhook.delivery.Deliveries;
import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.delivery.DeliveryFilter;
import dev.paylater.webhook.endpoint.Endpoint;
import dev.paylater.webhook.endpoint.Endpoints;
import dev.paylater.webhook.event.EventIds;
import dev.paylater.webhook.send.Intake;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** The delivery log of the merchant that the caller acts for. */
@RestController
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class DeliveryController {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Deliveries deliveries;
    private final Endpoints endpoints;
    private final Intake intake;
    private final Clock clock;

    DeliveryController(Deliveries deliveries, Endpoints endpoints, Intake intake, Clock clock) {
        this.deliveries = deliveries;
        this.endpoints = endpoints;
        this.intake = intake;
        this.clock = clock;
    }

    @GetMapping("/webhook_deliveries")
    byte[] list(
            @RequestParam(name = "endpoint_id", required = false) @Nullable String endpointId,
            @RequestParam(name = "payment_id", required = false) @Nullable String paymentId,
            @RequestParam(name = "status", required = false) @Nullable String status,
            @RequestParam(name = "starting_after", required = false) @Nullable String cursor,
            @RequestParam(name = "limit", defaultValue = "10") int limit,
            HttpServletRequest request) {
        var merchantId = ServiceGate.merchantOf(request);
        var after = cursor == null ? null : require(merchantId, cursor);
        var filter = new DeliveryFilter(merchantId, endpointId, paymentId, status, after);
        var page = deliveries.list(filter, limit);
        var json = JSON.createObjectNode();
        var data = json.putArray("data");
        page.deliveries().stream().map(DeliveryJson::of).forEach(data::add);
        json.put("has_more", page.hasMore());
        return JSON.writeValueAsBytes(json);
    }

    @GetMapping("/webhook_deliveries/{deliveryId}")
    byte[] retrieve(@PathVariable String deliveryId, HttpServletRequest request) {
        return show(require(ServiceGate.merchantOf(request), deliveryId));
    }

    @PostMapping("/webhook_deliveries/{deliveryId}/resend")
    byte[] resend(@PathVariable String deliveryId, HttpServletRequest request) {
        var merchantId = ServiceGate.merchantOf(request);
        var known = require(merchantId, deliveryId);
        requireEnabled(merchantId, known.endpointId());
        deliveries.resend(merchantId, deliveryId, clock.instant());
        return show(require(merchantId, deliveryId));
    }

    @PostMapping("/webhook_endpoints/{endpointId}/resend_failed")
    byte[] resendFailed(@PathVariable String endpointId, HttpServletRequest request)
            throws IOException {
        var merchantId = ServiceGate.merchantOf(request);
        requireEnabled(merchantId, endpointId);
        var since = time(JSON.readTree(request.getInputStream()).path("since").asString(""));
        var count = deliveries.resendFailed(merchantId, endpointId, since, clock.instant());
        return JSON.writeValueAsBytes(JSON.createObjectNode().put("resent", count));
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            throw Refused.malformed("since", "must be an ISO 8601 date-time with a time zone");
        }
    }

    @PostMapping("/webhook_endpoints/{endpointId}/test")
    byte[] test(@PathVariable String endpointId, HttpServletRequest request) {
        var endpoint = requireEnabled(ServiceGate.merchantOf(request), endpointId);
        var event =
                endpoint.event(
                        EventIds.of("evt_", UUID.randomUUID().toString()),
                        EventType.ENDPOINT_TEST,
                        clock.instant(),
                        "{}");
        return show(intake.takeOne(event, endpoint));
    }

    private Delivery require(String merchantId, String deliveryId) {
        return deliveries
                .find(merchantId, deliveryId)
                .orElseThrow(() -> Refused.unknown("webhook delivery"));
    }

    /** What is disabled is sent nothing. */
    private Endpoint requireEnabled(String merchantId, String endpointId) {
        return endpoints
                .read(endpointId)
                .filter(endpoint -> endpoint.merchantId().equals(merchantId))
                .filter(Endpoint::enabled)
                .orElseThrow(() -> Refused.unknown("webhook endpoint that is enabled"));
    }

    private static byte[] show(Delivery delivery) {
        return JSON.writeValueAsBytes(DeliveryJson.of(delivery));
    }
}
