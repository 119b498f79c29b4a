package dev.paylater.ops.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.ops.environment.Kafka;
import dev.paylater.ops.topic.WholeTopic;
import dev.paylater.schemas.Topic;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;

/**
 * Reads the public events as an outsider would: with nothing but Kafka and the schema registry's
 * Confluent API.
 */
final class PublishedEvents {
    private static final int PREFIX_BYTES = 5;

    private final Kafka kafka;
    private final SchemaRegistry registry;
    private final Map<Integer, GenericDatumReader<GenericRecord>> readers = new HashMap<>();

    PublishedEvents(Kafka kafka, SchemaRegistry registry) {
        this.kafka = kafka;
        this.registry = registry;
    }

    EventLog payments(Range range) throws IOException {
        var log = new EventLog();
        read(
                Topic.PAYMENT_EVENTS,
                range,
                log,
                event -> {
                    log.add(
                            payment(event),
                            (Long) event.get("sequence"),
                            event.get("event_id").toString(),
                            text(event, "payment", "status"));
                    changes(event).forEach(change -> log.add(StatusEvent.ofPayment(event, change)));
                });
        return log;
    }

    EventLog refunds(Range range) throws IOException {
        var log = new EventLog();
        read(
                Topic.REFUND_EVENTS,
                range,
                log,
                event -> {
                    log.add(
                            payment(event) + "/" + text(event, "refund", "refund_id"),
                            (Long) event.get("sequence"),
                            event.get("event_id").toString(),
                            text(event, "refund", "status"));
                    if (event.hasField("previous_status") && StatusEvent.changesRefund(event)) {
                        log.add(StatusEvent.ofRefund(event));
                    }
                });
        return log;
    }

    /** None of an event that was written before there were any. */
    @SuppressWarnings("unchecked")
    private static List<GenericRecord> changes(GenericRecord event) {
        return event.hasField("changes") ? (List<GenericRecord>) event.get("changes") : List.of();
    }

    private static String payment(GenericRecord event) {
        return event.get("merchant_id") + "/" + event.get("payment_id");
    }

    private static String text(GenericRecord event, String record, String field) {
        return ((GenericRecord) event.get(record)).get(field).toString();
    }

    private void read(Topic topic, Range range, EventLog log, Consumer<GenericRecord> handler)
            throws IOException {
        try (var consumer = kafka.consumer()) {
            var partitions = WholeTopic.assign(consumer, topic.name()::equals);
            log.startsAt(WholeTopic.completeSince(consumer, partitions, topic.retention()));
            WholeTopic.<IOException>read(
                    consumer,
                    record -> {
                        if (range.includes(new String(record.key(), UTF_8))) {
                            handler.accept(decode(record.value()));
                        }
                    });
        }
    }

    private GenericRecord decode(byte[] value) throws IOException {
        int schemaId = ByteBuffer.wrap(value, 1, PREFIX_BYTES - 1).getInt();
        GenericDatumReader<GenericRecord> reader = readers.get(schemaId);
        if (reader == null) {
            reader = new GenericDatumReader<>(registry.schemaOf(schemaId));
            readers.put(schemaId, reader);
        }
        var decoder =
                DecoderFactory.get()
                        .binaryDecoder(value, PREFIX_BYTES, value.length - PREFIX_BYTES, null);
        return reader.read(null, decoder);
    }
}
