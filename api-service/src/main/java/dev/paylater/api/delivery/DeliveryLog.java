package dev.paylater.api.delivery;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Sorts.descending;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;
import static dev.paylater.api.store.Deadline.bounded;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.json.Json;
import dev.paylater.api.merchant.WebhookEndpoints;
import dev.paylater.schemas.EventType;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/**
 * The deliveries of webhooks. webhook-service makes and sends them; here they are shown, and made
 * due again: webhook-service takes up whatever is due, whoever made it so.
 */
@Component
public final class DeliveryLog {

    private static final Logger log = LoggerFactory.getLogger(DeliveryLog.class);
    private static final String MERCHANT = "merchant_id";
    private static final String ENDPOINT = "endpoint_id";
    private static final String CREATED = "created_at";
    private static final String STATUS = "status";
    private static final String PENDING = "pending";
    private static final String FAILED = "failed";
    private static final String DUE = "due";
    private static final String TRIES = "tries";

    private final MongoCollection<Document> deliveries;
    private final WebhookEndpoints endpoints;
    private final Clock clock;

    DeliveryLog(MongoDatabase database, WebhookEndpoints endpoints, Clock clock) {
        this.deliveries = database.getCollection("webhook_deliveries");
        this.endpoints = endpoints;
        this.clock = clock;
    }

    /** A page of deliveries, and whether another page follows. */
    public record DeliveryPage(List<ObjectNode> deliveries, boolean hasMore) {}

    /**
     * A page of deliveries, the newest first.
     *
     * @param startingAfter the id of the delivery after which the page begins; null: the first page
     * @throws ApiException when the merchant has no such delivery
     */
    public DeliveryPage list(DeliveryFilter filter, @Nullable String startingAfter, int limit) {
        var last = startingAfter == null ? null : read(filter.merchantId(), startingAfter);
        var found =
                bounded(deliveries.find(filter.after(last)))
                        .sort(descending(CREATED, "_id"))
                        .limit(limit + 1)
                        .into(new ArrayList<>());
        var shown = found.stream().limit(limit).flatMap(DeliveryLog::readable).toList();
        return new DeliveryPage(shown, found.size() > limit);
    }

    /** A damaged delivery is left out, and the others are shown. */
    private static Stream<ObjectNode> readable(Document document) {
        try {
            return Stream.of(DeliveryJson.of(document));
        } catch (RuntimeException e) {
            log.error("Delivery {} is damaged and left out", document.get("_id"), e);
            return Stream.empty();
        }
    }

    /**
     * A delivery of the merchant.
     *
     * @throws ApiException when there is none
     */
    public ObjectNode require(String merchantId, String deliveryId) {
        return DeliveryJson.of(read(merchantId, deliveryId));
    }

    private Document read(String merchantId, String deliveryId) {
        var found = bounded(deliveries.find(of(merchantId, deliveryId))).first();
        if (found == null) {
            throw ApiException.notFound("webhook delivery");
        }
        return found;
    }

    private static Bson of(String merchantId, String deliveryId) {
        return and(eq("_id", deliveryId), eq(MERCHANT, merchantId));
    }

    /**
     * Makes a delivery due now, with all its retries; its attempts stay in the log.
     *
     * @throws ApiException when there is no such delivery, or its endpoint is disabled
     */
    public ObjectNode resend(String merchantId, String deliveryId) {
        requireEnabled(merchantId, read(merchantId, deliveryId).getString(ENDPOINT));
        deliveries.updateOne(of(merchantId, deliveryId), dueAgain());
        return require(merchantId, deliveryId);
    }

    /**
     * Makes the failed deliveries of an endpoint due now that were created at this time or later,
     * and gives their number.
     *
     * @throws ApiException when there is no such endpoint, or it is disabled
     */
    public long resendFailed(String merchantId, String endpointId, Instant since) {
        requireEnabled(merchantId, endpointId);
        return deliveries
                .updateMany(
                        and(
                                eq(ENDPOINT, endpointId),
                                eq(STATUS, FAILED),
                                gte(CREATED, Date.from(since)),
                                eq(MERCHANT, merchantId)),
                        dueAgain())
                .getModifiedCount();
    }

    private Bson dueAgain() {
        return combine(
                set(STATUS, PENDING),
                set(DUE, Date.from(clock.instant())),
                unset("holder"),
                set(TRIES, 0),
                unset("tried_since"));
    }

    /** A disabled endpoint is not called. */
    private void requireEnabled(String merchantId, String endpointId) {
        if (!endpoints.require(merchantId, endpointId).enabled()) {
            throw ApiException.notFound("webhook endpoint that is enabled");
        }
    }

    /**
     * Makes the delivery of a webhook_endpoint.test event, due now.
     *
     * @throws ApiException when there is no such endpoint, or it is disabled
     */
    public ObjectNode test(String merchantId, String endpointId) {
        requireEnabled(merchantId, endpointId);
        var now = Date.from(clock.instant());
        var delivery =
                new Document("_id", newId("whd_"))
                        .append(MERCHANT, merchantId)
                        .append(ENDPOINT, endpointId)
                        .append("event_id", newId("evt_"))
                        .append("event_type", EventType.ENDPOINT_TEST.wireName())
                        .append("payment_id", null)
                        .append("ids", new Document(ENDPOINT, endpointId))
                        .append("sequence", 1L)
                        .append("occurred_at", now)
                        .append("snapshot", Json.text(Json.emptyObject()))
                        .append("position", 0L)
                        .append(STATUS, PENDING)
                        .append(DUE, now)
                        .append(TRIES, 0)
                        .append("attempts", List.of())
                        .append(CREATED, now);
        deliveries.insertOne(delivery);
        return DeliveryJson.of(delivery);
    }

    private static String newId(String prefix) {
        return prefix + UUID.randomUUID().toString().replace("-", "");
    }
}
