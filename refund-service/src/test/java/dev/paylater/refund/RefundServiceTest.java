package dev.paylater.refund;

import static dev.paylater.refund.Commands.execute;
import static dev.paylater.refund.Commands.outcome;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.paylater.messaging.DeadLetter;
import dev.paylater.provider.ProviderResult;
import dev.paylater.refund.core.RefundCommand;
import dev.paylater.refund.kafka.HandledRefunds;
import dev.paylater.refund.mongo.Refunds;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.RecordFoundRefund;
import dev.paylater.schemas.RecordRefundStatus;
import dev.paylater.schemas.RefundEvent;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.SyncRefund;
import dev.paylater.schemas.Topic;
import dev.paylater.schemas.UpdateRefund;
import dev.paylater.teststack.Stack;
import dev.paylater.teststack.Store;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RefundServiceTest {

    private static RunningService service;
    private static Store store;

    @BeforeAll
    static void start() {
        store = Store.start();
        service = new RunningService(store.uri("refund_service_test"));
    }

    @AfterAll
    static void stop() {
        service.close();
        store.close();
    }

    private static ConnectorRequest expectRequest(String refundId, String operation) {
        return service.expect(
                ConnectorRequest.class,
                request ->
                        refundId.equals(request.getRefundId())
                                && request.getOperation().equals(operation));
    }

    private static RecordRefundStatus expectStatus(String refundId, String status) {
        return service.expect(
                RecordRefundStatus.class,
                recorded ->
                        recorded.getRefundId().equals(refundId)
                                && recorded.getStatus().equals(status));
    }

    private static Predicate<Reply> replyTo(String refundId) {
        return reply -> reply.getCorrelationId().equals("waits-for-" + refundId);
    }

    @Test
    void reserved_refund_is_requested_settled_and_told_to_everybody() {
        service.tell("pay_a", execute("pay_a", "ref_a"));
        var request = expectRequest("ref_a", "refund");

        assertThat(request.getIdempotencyKey()).isEqualTo("pay_a_1_refund1_ref_a");
        assertThat(request.getAmount()).isEqualTo(5000);
        assertThat(request.getCapturedAmount()).isEqualTo(9000);
        assertThat(request.getOutcomeTopic()).isEqualTo("refunds.commands");
        assertThat(request.getConnectorState()).containsEntry("session", "s1");
        assertThat(request.getOptions()).isEqualTo(execute("pay_a", "ref_a").getOptions());
        assertThat(request.getDetails())
                .containsEntry("reason", "\"too small\"")
                .containsEntry("metadata", "{\"a\":1}");

        service.tell("pay_a", outcome(request, "approved"));
        assertThat(expectStatus("ref_a", "succeeded").getPaymentId()).isEqualTo("pay_a");
        var reply = service.expectSent(Reply.class, replyTo("ref_a"), 1).getFirst();
        assertThat(reply.partition()).isEqualTo(2);
        var document = new RawBsonDocument(((Reply) reply.value()).getDocument().array());
        assertThat(document.getString("status").getValue()).isEqualTo("succeeded");
        assertThat(document).doesNotContainKeys("journal", "waiters");
        assertThat(
                        service.expect(
                                RefundEvent.class,
                                event -> event.getRefund().getRefundId().equals("ref_a"),
                                2))
                .extracting(RefundEvent::getType, RefundEvent::getSequence)
                .containsExactly(tuple("refund_created", 1L), tuple("refund_succeeded", 2L));
    }

    @Test
    void an_update_and_a_forced_inquiry_are_answered() {
        service.tell("pay_told", execute("pay_told", "ref_told"));
        service.tell("pay_told", outcome(expectRequest("ref_told", "refund"), "pending"));
        service.tell(
                "pay_told",
                UpdateRefund.newBuilder()
                        .setMerchantId("merchant")
                        .setPaymentId("pay_told")
                        .setIssuedAt(0)
                        .setReplyTo(new ReplyTo(2, "waits-for-update", false))
                        .setRefundId("ref_told")
                        .setReason("broken")
                        .build());
        assertThat(answer("update").getString("reason").getValue()).isEqualTo("broken");

        service.tell(
                "pay_told",
                SyncRefund.newBuilder()
                        .setMerchantId("merchant")
                        .setPaymentId("pay_told")
                        .setIssuedAt(0)
                        .setReplyTo(new ReplyTo(2, "waits-for-inquiry", false))
                        .setRefundId("ref_told")
                        .build());
        service.tell("pay_told", outcome(expectRequest("ref_told", "status"), "approved"));
        assertThat(answer("inquiry").getString("status").getValue()).isEqualTo("succeeded");
    }

    private static RawBsonDocument answer(String waiter) {
        return new RawBsonDocument(
                service.expect(Reply.class, replyTo(waiter)).getDocument().array());
    }

    @Test
    void nothing_but_the_management_port_answers_http() throws Exception {
        assertThat(service.manage("/actuator/health/readiness").statusCode()).isEqualTo(200);
        assertThat(service.manage("/actuator/prometheus").body()).contains("jvm_memory");
        assertThat(service.manage("/refunds/ref_a").statusCode()).isEqualTo(404);
        for (var path : List.of("/refunds/ref_a", "/refunds/list", "/actuator/prometheus")) {
            assertThat(service.send(service.request(path)).statusCode()).as(path).isEqualTo(404);
        }
    }

    @Test
    void redelivered_command_sends_the_same_message_again() {
        var command = execute("pay_b", "ref_b");
        service.tell("execute-b", "pay_b", command);
        service.tell("execute-b", "pay_b", command);

        var requests =
                service.expectSent(ConnectorRequest.class, r -> "ref_b".equals(r.getRefundId()), 2);
        assertThat(requests)
                .extracting(RunningService.Sent::messageId)
                .containsOnly("refund/merchant/ref_b#2.0");
        assertThat(requests.getFirst().value()).isEqualTo(requests.getLast().value());
    }

    /** The orchestrator does so until it hears of the end: both messages may have been lost. */
    @Test
    void what_is_handed_over_again_is_told_and_not_refunded_again() {
        service.tell("pay_i", execute("pay_i", "ref_i"));
        var request = expectRequest("ref_i", "refund");
        service.tell("pay_i", execute("pay_i", "ref_i"));
        expectStatus("ref_i", "pending");
        service.tell("pay_i", outcome(request, "approved"));
        expectStatus("ref_i", "succeeded");
        service.tell("pay_i", execute("pay_i", "ref_i"));
        service.tell(
                "pay_i", new RecordFoundRefund("merchant", "pay_i", 0L, execute("pay_i", "ref_i")));

        var statuses =
                service.expectSent(
                        RecordRefundStatus.class, it -> it.getRefundId().equals("ref_i"), 4);
        assertThat(statuses)
                .extracting(it -> ((RecordRefundStatus) it.value()).getStatus())
                .containsExactly("pending", "succeeded", "succeeded", "succeeded");
        assertThat(statuses).extracting(RunningService.Sent::messageId).doesNotHaveDuplicates();
        assertThat(
                        service.expectSent(
                                ConnectorRequest.class, it -> "ref_i".equals(it.getRefundId()), 1))
                .hasSize(1);
    }

    @Test
    void what_a_process_wrote_before_it_died_is_sent_by_the_next() {
        var execute = execute("pay_h", "ref_h");
        service.tell("execute-h", "pay_h", execute);
        var request = expectRequest("ref_h", "refund");
        var refunds = service.bean(Refunds.class);
        var stored = refunds.find("merchant/ref_h").orElseThrow();
        var approval =
                new RefundCommand.RecordProviderResult(
                        request.getOperationId(), false, Instant.now(), ProviderResult.approved());
        var handled =
                HandledRefunds.handle(stored, stored.id(), "outcome-h", approval, Instant.now());
        // Written, and dead before anything was sent or the offset committed.
        assertThat(refunds.write(List.of(Objects.requireNonNull(handled.toWrite())))).isEmpty();

        service.tell("outcome-h", "pay_h", outcome(request, "approved"));
        var recorded =
                service.expectSent(
                                RecordRefundStatus.class,
                                status -> status.getRefundId().equals("ref_h"),
                                1)
                        .getFirst();
        assertThat(recorded.messageId()).isEqualTo(handled.messages().getFirst().messageId());
        assertThat(refunds.find("merchant/ref_h").orElseThrow().version())
                .isEqualTo(stored.version() + 1);
    }

    @Test
    void refund_id_of_another_payment_is_refused() {
        service.tell("pay_c", execute("pay_c", "ref_c"));
        expectRequest("ref_c", "refund");
        service.tell("pay_d", execute("pay_d", "ref_c"));

        assertThat(expectStatus("ref_c", "refused").getPaymentId()).isEqualTo("pay_d");
        var reply =
                service.expect(Reply.class, replyTo("ref_c").and(it -> it.getRefusal() != null));
        assertThat(reply.getRefusal().getCode()).isEqualTo("HE_01");
    }

    @Test
    void unknown_outcome_is_inquired_by_itself() {
        service.tell("pay_e", execute("pay_e", "ref_e"));
        var request = expectRequest("ref_e", "refund");
        service.tell("pay_e", outcome(request, "unknown"));
        var inquiry = expectRequest("ref_e", "status");
        assertThat(inquiry.getFirstRequestedAt())
                .isEqualTo(request.getIssuedAt())
                .isLessThan(inquiry.getIssuedAt());

        assertThat(inquiry.getInquiredOperation()).isEqualTo("refund");
        assertThat(inquiry.getOperationId()).isEqualTo("pay_e_1_refund1_ref_e");
        service.tell("pay_e", outcome(inquiry, "declined"));
        assertThat(expectStatus("ref_e", "failed").getError().getUnifiedCode())
                .isEqualTo("declined");
    }

    @Test
    void refused_credentials_do_not_end_a_refund_which_is_inquired_later() {
        service.tell("pay_u", execute("pay_u", "ref_u"));
        service.tell("pay_u", outcome(expectRequest("ref_u", "refund"), "unauthorized"));
        var inquiry = expectRequest("ref_u", "status");

        service.tell("pay_u", outcome(inquiry, "approved"));
        assertThat(expectStatus("ref_u", "succeeded").getAmount()).isEqualTo(5000);
    }

    @Test
    void poison_record_is_set_aside_and_stops_nobody() throws Exception {
        var stack = Stack.shared();
        try (var producer =
                new KafkaProducer<>(
                        Map.<String, Object>of("bootstrap.servers", stack.bootstrap()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            producer.send(
                            new ProducerRecord<>(
                                    Topic.REFUND_COMMANDS.name(),
                                    "merchant/pay_f".getBytes(UTF_8),
                                    "no avro".getBytes(UTF_8)))
                    .get();
        }
        service.tell("orphan", "pay_f", outcome(orphan(), "approved"));
        service.tell("pay_f", execute("pay_f", "ref_f"));

        expectRequest("ref_f", "refund");
        var letter =
                service.expectDeadLetter(
                        record -> new String(record.value(), UTF_8).equals("no avro"));
        assertThat(letter.headers().lastHeader(DeadLetter.REASON)).isNotNull();
        service.expectDeadLetter(
                record -> {
                    var id = record.headers().lastHeader("message-id");
                    return id != null && new String(id.value(), UTF_8).equals("orphan");
                });
    }

    private static ConnectorRequest orphan() {
        return ConnectorRequest.newBuilder()
                .setMerchantId("merchant")
                .setPaymentId("pay_f")
                .setAttemptId("pay_f_1")
                .setIssuedAt(0)
                .setConnector("sandbox")
                .setMerchantConnectorId("mca_1")
                .setOperation("refund")
                .setOperationId("pay_f_1_refund1_nobody")
                .setIdempotencyKey("k")
                .setSequence(1)
                .setAmount(1)
                .setCurrency("EUR")
                .setAuthorizedAmount(1)
                .setCapturedAmount(1)
                .setCaptureMethod("manual")
                .setNotAfter(0)
                .setOutcomeTopic("refunds.commands")
                .setConnectorState(Map.of())
                .setOptions(execute("pay_f", "nobody").getOptions())
                .setTerms(Map.of())
                .setDetails(Map.of())
                .setRefundId("nobody")
                .build();
    }

    @Test
    void refund_goes_on_when_the_store_comes_back() {
        service.tell("pay_g", execute("pay_g", "ref_g"));
        var request = expectRequest("ref_g", "refund");
        store.stop();
        service.tell("pay_g", outcome(request, "approved"));
        store.restart();

        expectStatus("ref_g", "succeeded");
        assertThat(service.bean(Refunds.class).find("merchant/ref_g")).isPresent();
    }
}
