package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.schemas.AuditEvent;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.PaymentState;
import dev.paylater.schemas.RefundEvent;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;

/**
 * The attributes of CloudEvents 1.0 as headers of Kafka records, in binary content mode
 * (cloudevents/spec, kafka-protocol-binding.md). Events have them, commands and replies do not.
 */
final class CloudEventHeaders {

    private static final String TYPE_PREFIX = "dev.paylater.";

    /** Avro with the schema's id before it, as Confluent's serializers write it. */
    private static final byte[] CONTENT_TYPE = "application/avro".getBytes(UTF_8);

    private static final byte[] VERSION = "1.0".getBytes(UTF_8);

    private final Headers headers;

    private CloudEventHeaders(Headers headers) {
        this.headers = headers;
    }

    /** Adds them when the record is an event. */
    static void addTo(Headers headers, SpecificRecord value) {
        var target = new CloudEventHeaders(headers);
        switch (value) {
            case PaymentEvent event ->
                    target.add(
                            event.getEventId(),
                            "/payments",
                            event.getType(),
                            event.getPaymentId(),
                            event.getOccurredAt());
            case PaymentState state ->
                    target.add(
                            state.getEventId(),
                            "/payments",
                            "payment_state",
                            state.getPaymentId(),
                            state.getOccurredAt());
            case RefundEvent event ->
                    target.add(
                            event.getEventId(),
                            "/refunds",
                            event.getType(),
                            event.getRefund().getRefundId(),
                            event.getOccurredAt());
            case AuditEvent event ->
                    target.add(
                            event.getAuditId(),
                            "/audit",
                            "audit_" + event.getOutcome(),
                            event.getAction(),
                            event.getAt());
            default -> {
                // Messages inside the system have no CloudEvents headers.
            }
        }
    }

    private void add(String id, String source, String type, String subject, long millis) {
        headers.add("ce_specversion", VERSION);
        text("ce_id", id);
        text("ce_source", source);
        text("ce_type", TYPE_PREFIX + type);
        text("ce_subject", subject);
        text("ce_time", Instant.ofEpochMilli(millis).toString());
        headers.add("content-type", CONTENT_TYPE);
    }

    private void text(String name, String value) {
        headers.add(name, value.getBytes(UTF_8));
    }
}
