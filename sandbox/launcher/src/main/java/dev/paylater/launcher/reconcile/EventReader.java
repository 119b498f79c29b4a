package dev.paylater.launcher.reconcile;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.paylater.launcher.topic.WholeTopic;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads the public events as an outsider would: with nothing but Kafka and the schema registry's
 * Confluent API.
 */
final class EventReader implements AutoCloseable {
    private static final int PREFIX_BYTES = 5;

    private final String bootstrap;
    private final String registryUrl;
    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();
    private final Map<Integer, GenericDatumReader<GenericRecord>> readers = new HashMap<>();

    EventReader(String bootstrap, String registryUrl) {
        this.bootstrap = bootstrap;
        this.registryUrl = registryUrl;
    }

    EventLog payments() throws IOException {
        var log = new EventLog();
        read(
                "payments.events",
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

    EventLog refunds() throws IOException {
        var log = new EventLog();
        read(
                "refunds.events",
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

    private void read(String topic, Consumer<GenericRecord> handler) throws IOException {
        try (var consumer =
                new KafkaConsumer<>(
                        Map.<String, Object>of(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                bootstrap,
                                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                                5000,
                                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                                "read_committed"),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            WholeTopic.assign(consumer, topic::equals);
            WholeTopic.<IOException>read(
                    consumer, record -> handler.accept(decode(record.value())));
        }
    }

    private GenericRecord decode(byte[] value) throws IOException {
        int schemaId = ByteBuffer.wrap(value, 1, PREFIX_BYTES - 1).getInt();
        GenericDatumReader<GenericRecord> reader = readers.get(schemaId);
        if (reader == null) {
            reader = new GenericDatumReader<>(schema(schemaId));
            readers.put(schemaId, reader);
        }
        var decoder =
                DecoderFactory.get()
                        .binaryDecoder(value, PREFIX_BYTES, value.length - PREFIX_BYTES, null);
        return reader.read(null, decoder);
    }

    private Schema schema(int id) throws IOException {
        var request =
                HttpRequest.newBuilder(URI.create(registryUrl + "/schemas/ids/" + id)).build();
        var response = http.sendAsync(request, BodyHandlers.ofString()).join();
        if (response.statusCode() != 200) {
            throw new IOException(
                    "The registry answered %s for schema %s".formatted(response.statusCode(), id));
        }
        return new Schema.Parser().parse(json.readTree(response.body()).path("schema").asText());
    }

    @Override
    public void close() {
        http.close();
    }
}
