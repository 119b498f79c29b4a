package dev.paylater.webhook.delivery;

import dev.paylater.webhook.endpoint.Endpoint;
import dev.paylater.webhook.event.EventIds;
import dev.paylater.webhook.event.PublicEvent;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * One event for one endpoint.
 *
 * @param eventId the webhook-id of every attempt
 * @param ids what the event is about
 * @param snapshot what the event knows, as JSON text
 * @param stream deliveries that come one after the other; null where the order does not matter
 * @param position in the stream
 * @param due when it may be taken up; while somebody has it, when their lease ends; null at the end
 * @param holder an id of the lease that it is in, which no other lease has; null in nobody's hands
 * @param tries attempts since the first one or since it was sent again on demand
 * @param triedSince the time of the first of these
 * @param trace traceparent whose span is that of the event's cause; null where it is not exported
 */
public record Delivery(
        String id,
        String merchantId,
        String endpointId,
        String eventId,
        String type,
        Map<String, String> ids,
        long sequence,
        Instant occurredAt,
        String snapshot,
        @Nullable String stream,
        long position,
        Status status,
        @Nullable Instant due,
        @Nullable String holder,
        int tries,
        @Nullable Instant triedSince,
        List<DeliveryAttempt> attempts,
        Instant createdAt,
        @Nullable String trace) {

    /** More events than ever follow from one record. */
    private static final int EVENTS_OF_A_RECORD = 1_000;

    /** Where a delivery stands. */
    public enum Status {
        PENDING,
        DELIVERED,
        FAILED;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Status ofWord(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * The delivery of an event; the same event and endpoint give the same id.
     *
     * @param due see above
     */
    public static Delivery of(PublicEvent event, Endpoint endpoint, Instant now, Instant due) {
        return new Delivery(
                EventIds.of("whd_", endpoint.id(), event.eventId()),
                event.merchantId(),
                endpoint.id(),
                event.eventId(),
                event.type().wireName(),
                event.ids(),
                event.sequence(),
                event.occurredAt(),
                event.snapshot(),
                endpoint.ordered() ? endpoint.id() + "/" + event.source() : null,
                event.sequence() * EVENTS_OF_A_RECORD + event.index(),
                Status.PENDING,
                due,
                null,
                0,
                null,
                List.of(),
                now,
                event.trace());
    }

    static Delivery of(Document document) {
        return new Delivery(
                document.getString("_id"),
                document.getString("merchant_id"),
                document.getString("endpoint_id"),
                document.getString("event_id"),
                document.getString("event_type"),
                texts(document.get("ids", Document.class)),
                document.getLong("sequence"),
                document.getDate("occurred_at").toInstant(),
                document.getString("snapshot"),
                document.getString("stream"),
                document.getLong("position"),
                Status.ofWord(document.getString("status")),
                instant(document, "due"),
                document.getString("holder"),
                document.getInteger("tries"),
                instant(document, "tried_since"),
                document.getList("attempts", Document.class).stream()
                        .map(DeliveryAttempt::of)
                        .toList(),
                document.getDate("created_at").toInstant(),
                document.getString("trace"));
    }

    private static Map<String, String> texts(Document document) {
        var texts = new LinkedHashMap<String, String>();
        document.forEach((name, value) -> texts.put(name, (String) value));
        return texts;
    }

    private static @Nullable Instant instant(Document document, String field) {
        var date = document.getDate(field);
        return date == null ? null : date.toInstant();
    }

    Document toDocument() {
        var document =
                new Document("_id", id)
                        .append("merchant_id", merchantId)
                        .append("endpoint_id", endpointId)
                        .append("event_id", eventId)
                        .append("event_type", type)
                        .append("payment_id", ids.get("payment_id"))
                        .append("ids", new Document(Map.copyOf(ids)))
                        .append("sequence", sequence)
                        .append("occurred_at", Date.from(occurredAt))
                        .append("snapshot", snapshot)
                        .append("position", position)
                        .append("status", status.wireName())
                        .append("tries", tries)
                        .append(
                                "attempts",
                                attempts.stream().map(DeliveryAttempt::toDocument).toList())
                        .append("created_at", Date.from(createdAt));
        if (stream != null) {
            document.append("stream", stream);
        }
        if (due != null) {
            document.append("due", Date.from(due));
        }
        if (holder != null) {
            document.append("holder", holder);
        }
        if (trace != null) {
            document.append("trace", trace);
        }
        return document;
    }

    /** Whether somebody has it, whose lease has not ended. */
    public boolean isHeld(Instant now) {
        return holder != null && due != null && due.isAfter(now);
    }

    /** The delivery, leased by its sender until then. */
    public Delivery leasedUntil(Instant end) {
        return new Delivery(
                id,
                merchantId,
                endpointId,
                eventId,
                type,
                ids,
                sequence,
                occurredAt,
                snapshot,
                stream,
                position,
                Status.PENDING,
                end,
                UUID.randomUUID().toString(),
                tries,
                triedSince,
                attempts,
                createdAt,
                trace);
    }
}
