package dev.paylater.webhook.event;

import dev.paylater.schemas.EventType;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.RefundEvent;
import dev.paylater.schemas.StatusChange;
import dev.paylater.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Which public events follow from a record of the internal topics: one for each status that it
 * changed, so no kind of record can be forgotten, and none for the steps in between.
 */
public final class Catalogue {

    private static final String EXPIRED = "expired";

    /** The provider is inquired about again and again, and mostly says the same. */
    private static final List<String> REPEATED = List.of("refund_pending", "refund_in_review");

    private Catalogue() {}

    /**
     * What a merchant is told of a payment's record, as far as anybody wants to be.
     *
     * @throws IllegalArgumentException when it brings a status without an event
     */
    public static List<PublicEvent> of(PaymentEvent record, EventFilter audience) {
        var profileId = record.getPayment().getProfileId();
        var occurredAt = Instant.ofEpochMilli(record.getOccurredAt());
        var events = new ArrayList<PublicEvent>();
        var index = 0;
        for (var change : record.getChanges()) {
            for (var type : types(record, change)) {
                if (audience.wants(type, record.getMerchantId(), profileId, occurredAt)) {
                    events.add(event(record, change, type, index));
                }
                index++;
            }
        }
        return events;
    }

    private static List<EventType> types(PaymentEvent record, StatusChange change) {
        var type =
                EventType.ofChange(
                                change.getResource(),
                                change.getStatus(),
                                change.getPreviousStatus())
                        .orElseThrow(() -> unknown(change.getResource(), change.getStatus()));
        return isExpiry(record, change) ? List.of(type, EventType.PAYMENT_EXPIRED) : List.of(type);
    }

    private static boolean isExpiry(PaymentEvent record, StatusChange change) {
        var attempts = record.getPayment().getAttempts();
        return change.getResource().equals("payment")
                && change.getStatus().equals("failed")
                && !attempts.isEmpty()
                && attempts.getLast().getStatus().equals(EXPIRED);
    }

    private static PublicEvent event(
            PaymentEvent record, StatusChange change, EventType type, int index) {
        var payment = record.getPayment();
        var ids = new LinkedHashMap<String, String>();
        ids.put("payment_id", record.getPaymentId());
        ids.put("profile_id", payment.getProfileId());
        if (EventSnapshots.hasOwnId(change)) {
            ids.put(change.getResource() + "_id", change.getId());
        }
        return new PublicEvent(
                EventIds.of(record.getEventId(), type, change.getId()),
                type,
                record.getMerchantId(),
                payment.getProfileId(),
                Topic.key(record.getMerchantId(), record.getPaymentId()),
                record.getSequence(),
                index,
                Instant.ofEpochMilli(record.getOccurredAt()),
                Map.copyOf(ids),
                EventSnapshots.of(payment, change));
    }

    /**
     * What a merchant is told of a refund's record, if anybody wants to be.
     *
     * @throws IllegalArgumentException when it brings a status without an event
     */
    public static List<PublicEvent> of(RefundEvent record, EventFilter audience) {
        var refund = record.getRefund();
        var previous = record.getPreviousStatus();
        if (REPEATED.contains(record.getType()) && Objects.equals(previous, refund.getStatus())) {
            return List.of();
        }
        var type =
                record.getType().equals("refund_created")
                        ? EventType.REFUND_CREATED
                        : EventType.ofWord("refund." + refund.getStatus())
                                .orElseThrow(() -> unknown("refund", refund.getStatus()));
        var occurredAt = Instant.ofEpochMilli(record.getOccurredAt());
        if (!audience.wants(type, record.getMerchantId(), refund.getProfileId(), occurredAt)) {
            return List.of();
        }
        return List.of(
                new PublicEvent(
                        EventIds.of(record.getEventId(), type, refund.getRefundId()),
                        type,
                        record.getMerchantId(),
                        refund.getProfileId(),
                        Topic.key(record.getMerchantId(), refund.getRefundId()),
                        record.getSequence(),
                        0,
                        occurredAt,
                        Map.of(
                                "payment_id",
                                record.getPaymentId(),
                                "profile_id",
                                refund.getProfileId(),
                                "refund_id",
                                refund.getRefundId()),
                        EventSnapshots.of(refund)));
    }

    private static IllegalArgumentException unknown(String resource, String status) {
        return new IllegalArgumentException(
                "No public event says that a %s is %s".formatted(resource, status));
    }
}
