package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.json.Json;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.schemas.AuditEvent;
import dev.paylater.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Everything in the audit log is published, whatever happens between the two. */
class AuditEventsTest {

    private static final RunningApi API = RunningApi.shared();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(
                    KafkaConfiguration.consumer(
                            API.bean(KafkaSettings.class), "audit-" + UUID.randomUUID()));

    @AfterEach
    void close() {
        consumer.close();
    }

    /** Reads the topic from its beginning until so many of these lines are there. */
    private List<AuditEvent> published(int count, Predicate<AuditEvent> wanted) {
        consumer.subscribe(List.of(Topic.AUDIT_EVENTS.name()));
        var found = new ArrayList<AuditEvent>();
        var end = Instant.now().plus(PATIENCE);
        while (found.size() < count) {
            assertThat(Instant.now()).as("published: " + found).isBefore(end);
            for (var consumed : consumer.poll(Duration.ofMillis(200))) {
                var message = API.bean(MessageReader.class).read(consumed);
                if (message.value() instanceof AuditEvent event && wanted.test(event)) {
                    assertThat(message.key()).isEqualTo(event.getActor());
                    found.add(event);
                }
            }
        }
        return found;
    }

    private static List<JsonNode> logged(String query) {
        return API.inspectAs(RunningApi.ADMIN, "/audit_log?" + query)
                .items()
                .valueStream()
                .toList()
                .reversed();
    }

    @Test
    void what_the_log_shows_is_published_in_the_same_order() {
        var id = "merchant_" + UUID.randomUUID().toString().substring(0, 8);
        API.administer("/admin/merchants", "{\"merchant_id\": \"" + id + "\"}");
        API.administer("/admin/merchants/" + id + "/api_keys", "{\"kind\": \"secret\"}");
        var lines = logged("merchant_id=" + id);
        assertThat(lines).hasSize(3);
        var events = published(3, event -> id.equals(event.getMerchantId()));
        for (var i = 0; i < 3; i++) {
            assertSame(lines.get(i), events.get(i));
        }
        awaitNoNote(lines.getLast().path("audit_id").asString());
    }

    private static void assertSame(JsonNode line, AuditEvent event) {
        assertThat(event.getAuditId()).isEqualTo(line.path("audit_id").asString());
        assertThat(event.getActId()).isEqualTo(line.path("act_id").asString());
        assertThat(event.getAt())
                .isEqualTo(Instant.parse(line.path("at").asString()).toEpochMilli());
        assertThat(event.getOutcome()).isEqualTo(line.path("outcome").asString());
        assertThat(event.getAction()).isEqualTo(line.path("action").asString());
        assertThat(event.getActor()).isEqualTo("key_admin_sandbox");
        assertThat(event.getActorName()).isEqualTo(line.path("actor_name").asString(null));
        assertThat(event.getAddress()).isEqualTo("127.0.0.1");
        assertThat(event.getRequestId()).isEqualTo(line.path("request_id").asString());
        assertThat(event.getResourceId()).isEqualTo(line.path("resource_id").asString(null));
        assertThat(event.getBefore()).isNull();
        assertThat(event.getAfter() == null ? null : Json.read(event.getAfter()))
                .isEqualTo(line.path("after").isNull() ? null : line.path("after"));
        assertThat(event.getStatus())
                .isEqualTo(line.path("status").isNull() ? null : line.path("status").intValue());
    }

    /** As an instance leaves it that ends between writing a line and publishing it. */
    @Test
    void a_line_that_another_instance_left_is_published_and_a_note_without_a_line_is_kept() {
        API.administer("/admin/merchants", "{\"merchant_id\": \"merchant_sandbox\"}");
        var line = logged("limit=1").getFirst().path("audit_id").asString();
        published(1, event -> event.getAuditId().equals(line));
        awaitNoNote(line);
        var noted = collection().countDocuments();
        collection().insertOne(new Document("_id", line));
        var early = line.substring(0, line.length() - 1) + (line.endsWith("0") ? "1" : "0");
        collection().insertOne(new Document("_id", early));
        API.administer("/admin/merchants", "{\"merchant_id\": \"merchant_sandbox\"}");
        consumer.unsubscribe();
        published(1, event -> event.getAuditId().equals(line));
        awaitNotes(noted + 1);
        assertThat(waiting(early)).isOne();
        collection().deleteOne(new Document("_id", early));
    }

    private static void awaitNotes(long count) {
        await(() -> collection().countDocuments() == count);
    }

    private static void awaitNoNote(String lineId) {
        await(() -> waiting(lineId) == 0);
    }

    private static void await(BooleanSupplier condition) {
        var end = Instant.now().plus(PATIENCE);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).isBefore(end);
            Thread.onSpinWait();
        }
    }

    private static long waiting(String lineId) {
        return collection().countDocuments(new Document("_id", lineId));
    }

    private static MongoCollection<Document> collection() {
        return API.bean(MongoDatabase.class).getCollection("audit_unpublished");
    }
}
