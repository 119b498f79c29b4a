package dev.paylater.api.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.schemas.AuditEvent;
import dev.paylater.schemas.MessageSizes;
import dev.paylater.teststack.Stack;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

/** What is to be published and cannot be yet. */
class WaitingLinesTest {

    private static final AvroCodec CODEC =
            AvroCodec.of(
                    new SchemaRegistry() {
                        @Override
                        public int idOf(String subject, Schema schema) {
                            return 1;
                        }

                        @Override
                        public Schema schemaOf(int id) {
                            return AuditEvent.getClassSchema();
                        }
                    });

    private final String name = "audit_" + UUID.randomUUID();
    private final MongoClient client = MongoClients.create(Stack.shared().mongoUri(name));
    private final MongoTemplate store = new MongoTemplate(client, name);
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final AuditEvents events = instance(Duration.ZERO);
    private final AuditLog log = new AuditLog(store, events);

    private AuditEvents instance(Duration later) {
        var clock = Clock.offset(Clock.systemUTC(), later);
        return new AuditEvents(store, new MessagePublisher(producer, CODEC), clock);
    }

    @AfterEach
    void drop() {
        client.getDatabase(name).drop();
        client.close();
    }

    private static AuditLine line() {
        return AuditLine.requested("rotateApiKey", "key_a", null, "192.0.2.1", "req_1", null, "k");
    }

    private List<String> published() {
        return producer.history().stream()
                .map(sent -> ((AuditEvent) CODEC.decode(sent.value())).getAuditId())
                .toList();
    }

    private long waiting() {
        return store.getCollection("audit_unpublished").countDocuments();
    }

    @Test
    void while_the_broker_is_away_lines_are_written_and_wait_in_order() {
        producer.sendException = new TimeoutException("away");
        var lines = List.of(line(), line(), line());
        lines.forEach(log::append);
        events.publishWhatWaits();
        assertThat(lines).allMatch(line -> log.has(line.lineId()));
        assertThat(published()).isEmpty();
        assertThat(waiting()).isEqualTo(3);
        producer.sendException = null;
        events.publishWhatWaits();
        assertThat(published()).isEqualTo(lines.stream().map(AuditLine::lineId).toList());
        assertThat(waiting()).isZero();
        events.publishWhatWaits();
        assertThat(published()).hasSize(3);
    }

    @Test
    void what_another_instance_wrote_and_did_not_publish_is_published() {
        var left = line();
        log.append(left);
        instance(Duration.ZERO).publishWhatWaits();
        assertThat(published()).containsExactly(left.lineId());
        assertThat(waiting()).isZero();
    }

    @Test
    void a_line_that_no_topic_takes_is_published_without_before_and_after() {
        var values = "\"" + "x".repeat(MessageSizes.MAX_MESSAGE) + "\"";
        var large = line().about("m", "k", values, values);
        log.append(large);
        events.publishWhatWaits();
        assertThat(published()).containsExactly(large.lineId());
        var event = (AuditEvent) CODEC.decode(producer.history().getFirst().value());
        assertThat(event.getMerchantId()).isEqualTo("m");
        assertThat(event.getBefore()).isNull();
        assertThat(event.getAfter()).isNull();
    }

    @Test
    void a_line_that_is_still_being_written_is_waited_for_and_one_that_never_came_is_not() {
        var late = line();
        events.announce(late.lineId());
        events.publishWhatWaits();
        assertThat(waiting()).isOne();
        store.insert(late);
        instance(Duration.ZERO).publishWhatWaits();
        assertThat(published()).containsExactly(late.lineId());
        events.announce(line().lineId());
        instance(Duration.ofMinutes(59)).publishWhatWaits();
        assertThat(waiting()).isOne();
        instance(Duration.ofMinutes(61)).publishWhatWaits();
        assertThat(waiting()).isZero();
        assertThat(published()).hasSize(1);
    }
}
