package dev.paylater.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.schemas.AuditEvent;
import dev.paylater.schemas.RefundEvent;
import dev.paylater.schemas.RefundSnapshot;
import dev.paylater.schemas.Refusal;
import io.cloudevents.CloudEvent;
import io.cloudevents.SpecVersion;
import io.cloudevents.kafka.KafkaMessageFactory;
import java.net.URI;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** The public library of CloudEvents, unchanged, reads our events. */
class CloudEventHeadersTest {

    private static final long AT = Instant.parse("2026-03-01T12:00:00.123Z").toEpochMilli();

    private final AvroCodec codec = AvroCodec.of(new MemoryRegistry());
    private final MessagePublisher publisher =
            new MessagePublisher(
                    new MockProducer<>(
                            true, null, new ByteArraySerializer(), new ByteArraySerializer()),
                    codec);

    private ProducerRecord<byte[], byte[]> encoded(SpecificRecord value) {
        return publisher.encode(
                Outgoing.of("topic", "merchant/pay_1", "message-1", MessageContext.NONE, value));
    }

    private CloudEvent read(SpecificRecord value) {
        var record = encoded(value);
        return KafkaMessageFactory.createReader(record.headers(), record.value()).toEvent();
    }

    @Test
    void a_refunds_event_is_a_cloud_event() {
        var refund =
                RefundSnapshot.newBuilder()
                        .setRefundId("ref_1")
                        .setStatus("succeeded")
                        .setAmount(100)
                        .setCurrency("EUR")
                        .setConnector("sandbox")
                        .setMerchantConnectorId("mca_1")
                        .setProfileId("pro_1")
                        .setCreatedAt(AT)
                        .setUpdatedAt(AT)
                        .build();
        var event =
                RefundEvent.newBuilder()
                        .setEventId("evt_1")
                        .setType("refund_succeeded")
                        .setMerchantId("merchant")
                        .setPaymentId("pay_1")
                        .setSequence(2)
                        .setOccurredAt(AT)
                        .setCause("cmd_1")
                        .setRefund(refund)
                        .build();

        var read = read(event);
        assertThat(read.getSpecVersion()).isEqualTo(SpecVersion.V1);
        assertThat(read.getId()).isEqualTo("evt_1");
        assertThat(read.getSource()).isEqualTo(URI.create("/refunds"));
        assertThat(read.getType()).isEqualTo("dev.paylater.refund_succeeded");
        assertThat(read.getSubject()).isEqualTo("ref_1");
        assertThat(read.getTime()).isEqualTo(OffsetDateTime.parse("2026-03-01T12:00:00.123Z"));
        assertThat(read.getDataContentType()).isEqualTo("application/avro");
        assertThat(codec.decode(Objects.requireNonNull(read.getData()).toBytes())).isEqualTo(event);
    }

    @Test
    void a_line_of_the_audit_log_is_one() {
        var line =
                AuditEvent.newBuilder()
                        .setAuditId("aud_1")
                        .setActId("act_1")
                        .setAt(AT)
                        .setOutcome("done")
                        .setAction("createApiKey")
                        .setActor("owner")
                        .setAddress("127.0.0.1")
                        .setRequestId("req_1")
                        .build();

        var read = read(line);
        assertThat(read.getType()).isEqualTo("dev.paylater.audit_done");
        assertThat(read.getSubject()).isEqualTo("createApiKey");
    }

    @Test
    void what_is_no_event_says_nothing_of_the_kind() {
        assertThat(encoded(new Refusal("IR_16", "no", null)).headers().headers("ce_id")).isEmpty();
    }
}
