package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.PAYMENT_ID;
import static dev.paylater.orchestrator.payment.Scenario.START;
import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.command.CommandBatch;
import dev.paylater.kernel.command.Lease;
import dev.paylater.kernel.command.PendingSends;
import dev.paylater.kernel.command.Retries;
import dev.paylater.kernel.store.Archiver;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.options.Routing;
import dev.paylater.orchestrator.kafka.OtherPayments;
import dev.paylater.orchestrator.kafka.PaymentCommands;
import dev.paylater.orchestrator.kafka.PaymentRequest;
import dev.paylater.orchestrator.mongo.PaymentDocument;
import dev.paylater.orchestrator.mongo.Payments;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.provider.ProviderResult;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.RecordDispute;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.ReserveRefund;
import dev.paylater.schemas.SettleUnwantedMoney;
import dev.paylater.schemas.SyncPayment;
import dev.paylater.schemas.Topic;
import dev.paylater.teststack.Stack;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of commands for a payment that ended a year ago and lies in the archive. */
class ArchivedPaymentTest {

    private static final String ID = Topic.key("merchant", PAYMENT_ID);
    private static final Duration AFTER = Duration.ofDays(366);
    private static final Instant NOW = START.plus(Duration.ofDays(400));

    private final AvroCodec codec = AvroCodec.of(new Registry());
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(
                    true,
                    new RoundRobinPartitioner(),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
    private MongoClient client;
    private MongoCollection<Document> present;
    private MongoCollection<Document> archived;
    private Payments payments;
    private CommandBatch<Payment, PaymentRequest, PaymentEvent> batch;
    private long offset;

    @BeforeEach
    void archive() {
        var database = "archived-" + UUID.randomUUID();
        client = MongoClients.create(Stack.shared().mongoUri(database));
        payments = new Payments(client.getDatabase(database));
        payments.ensureIndexes();
        payments.ensureArchivingIndex();
        present = client.getDatabase(database).getCollection("payments");
        archived = client.getDatabase(database).getCollection("payments_archive");
        payments.write(List.of(stored(succeeded())));
        archiveAt(NOW);
        archiveAt(NOW.plusSeconds(60));
        payments = new Payments(client.getDatabase(database));
        batch = newBatch();
        assertThat(present.countDocuments()).isZero();
        assertThat(archived.countDocuments()).isOne();
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void its_id_is_taken() {
        process(
                CreatePayment.newBuilder()
                        .setMerchantId("merchant")
                        .setPaymentId(PAYMENT_ID)
                        .setIssuedAt(NOW.toEpochMilli())
                        .setReplyTo(replyTo())
                        .setProfileId("pro_1")
                        .setOptions(
                                PaymentOptions.newBuilder()
                                        .setAmount(1L)
                                        .setCurrency("EUR")
                                        .build())
                        .setTerms(Map.of())
                        .build());

        assertRefused("HE_01", "A payment " + PAYMENT_ID + " exists already");
        assertThat(state()).isEqualTo(succeeded().payment());
    }

    @Test
    void a_capture_of_it_is_refused_as_of_every_other_payment_that_ended() {
        process(
                CapturePayment.newBuilder()
                        .setMerchantId("merchant")
                        .setPaymentId(PAYMENT_ID)
                        .setIssuedAt(NOW.toEpochMilli())
                        .setReplyTo(replyTo())
                        .setDetails(Map.of())
                        .build());

        assertRefused("IR_16", "capture is not possible in status succeeded");
    }

    @Test
    void a_refund_of_it_comes_too_late() {
        process(
                ReserveRefund.newBuilder()
                        .setMerchantId("merchant")
                        .setPaymentId(PAYMENT_ID)
                        .setRefundId("ref_1")
                        .setIssuedAt(NOW.toEpochMilli())
                        .setReplyTo(replyTo())
                        .setDetails(Map.of())
                        .build());

        assertRefused("IR_05", "A payment can be refunded for 365 days");
    }

    @Test
    void an_operator_who_settles_what_is_not_there_is_told_so() {
        process(
                SettleUnwantedMoney.newBuilder()
                        .setMerchantId("merchant")
                        .setPaymentId(PAYMENT_ID)
                        .setIssuedAt(NOW.toEpochMilli())
                        .setReplyTo(replyTo())
                        .setOperator("ada")
                        .setReason("by phone")
                        .setAttemptId(PAYMENT_ID + "_1")
                        .setAmount(6_540L)
                        .build());

        assertRefused("IR_16", "The payment has no unwanted money at attempt " + PAYMENT_ID + "_1");
    }

    @Test
    void whoever_asks_about_it_gets_it_as_it_is() {
        process(
                SyncPayment.newBuilder()
                        .setMerchantId("merchant")
                        .setPaymentId(PAYMENT_ID)
                        .setIssuedAt(NOW.toEpochMilli())
                        .setReplyTo(replyTo())
                        .setCause("merchant")
                        .build());

        var reply = (Reply) sent(Topic.PAYMENT_REPLIES.name()).getFirst();
        assertThat(reply.getRefusal()).isNull();
        assertThat(reply.getDocument()).isEqualTo(PaymentDocument.reply(stored(succeeded())));
    }

    @Test
    void a_late_result_meets_it() {
        process(
                ConnectorOutcome.newBuilder()
                        .setMerchantId("merchant")
                        .setPaymentId(PAYMENT_ID)
                        .setAttemptId(PAYMENT_ID + "_1")
                        .setIssuedAt(NOW.toEpochMilli())
                        .setConnector("sandbox")
                        .setMerchantConnectorId("mca_1")
                        .setOperation("capture")
                        .setOperationId(PAYMENT_ID + "_1_1")
                        .setStatus("approved")
                        .setInquiry(false)
                        .setConnectorState(Map.of())
                        .build());

        assertThat(producer.history()).as("dead letters and others").isEmpty();
        assertThat(state()).isEqualTo(succeeded().payment());
    }

    @Test
    void a_dispute_is_recorded_and_while_it_is_open_the_payment_stays() {
        process(dispute("dispute_opened"));
        assertThat(state().disputes())
                .extracting(Dispute::disputeStatus)
                .containsExactly("dispute_opened");
        assertThat(sent(Topic.PAYMENT_EVENTS.name())).hasSize(1);
        var later = NOW.plus(AFTER).plusSeconds(1);
        archiveAt(later);
        archiveAt(later.plusSeconds(60));
        assertThat(archived.find().first()).containsEntry("version", 1L);
        assertThat(present.find().first()).containsEntry("version", 2L);

        process(dispute("dispute_won"));
        archiveAt(later);
        archiveAt(later.plusSeconds(60));
        assertThat(present.countDocuments()).isZero();
        assertThat(archived.find().first()).containsEntry("version", 3L);
    }

    @Test
    void the_mandate_that_it_gave_is_found() {
        var giving =
                succeeded()
                        .payment()
                        .changingAttempt(
                                Scenario.ATTEMPT,
                                a -> a.underMandate("cm_1").withMandateId("man_1"));
        var giver =
                new Stored<>(
                        "merchant/pay_giver",
                        1,
                        giving,
                        stored(succeeded()).journal(),
                        List.of(),
                        0);
        payments.write(List.of(giver));
        assertThat(payments.findByMandate("merchant", "man_1")).contains(giving);
        archiveAt(NOW);
        archiveAt(NOW.plusSeconds(60));

        assertThat(present.countDocuments()).isZero();
        assertThat(payments.findByMandate("merchant", "man_1")).contains(giving);
        assertThat(payments.findByMandate("another", "man_1")).isEmpty();
        assertThat(present.countDocuments()).isZero();
    }

    private static RecordDispute dispute(String status) {
        return RecordDispute.newBuilder()
                .setMerchantId("merchant")
                .setPaymentId(PAYMENT_ID)
                .setIssuedAt(NOW.toEpochMilli())
                .setConnector("sandbox")
                .setConnectorDisputeId("dp_1")
                .setDisputeStage("dispute")
                .setDisputeStatus(status)
                .setAmount(100L)
                .setCurrency("EUR")
                .build();
    }

    private static ReplyTo replyTo() {
        return ReplyTo.newBuilder().setPartition(1).setCorrelationId("caller").build();
    }

    private void assertRefused(String code, String message) {
        assertThat(producer.history()).hasSize(1);
        var refusal = ((Reply) sent(Topic.PAYMENT_REPLIES.name()).getFirst()).getRefusal();
        assertThat(List.of(refusal.getCode(), refusal.getMessage())).containsExactly(code, message);
    }

    private Payment state() {
        return Objects.requireNonNull(payments.find(List.of(ID)).get(ID)).state();
    }

    private List<SpecificRecord> sent(String topic) {
        return producer.history().stream()
                .filter(message -> message.topic().equals(topic))
                .map(ProducerRecord::value)
                .map(codec::decode)
                .toList();
    }

    private void process(SpecificRecord command) {
        var consumed =
                new ConsumerRecord<>(
                        Topic.PAYMENT_COMMANDS.name(),
                        0,
                        offset++,
                        ID.getBytes(UTF_8),
                        codec.encode(Topic.PAYMENT_COMMANDS.name(), command));
        consumed.headers().add(MessageHeaders.MESSAGE_ID, ("command " + offset).getBytes(UTF_8));
        batch.process(
                        List.of(consumed),
                        new PendingSends(),
                        new Lease(System::nanoTime, System.nanoTime(), () -> {}))
                .ifPresent(Runnable::run);
    }

    private void archiveAt(Instant now) {
        new Archiver(
                        payments,
                        AFTER,
                        () -> _ -> true,
                        new SimpleMeterRegistry().counter("archived"),
                        Clock.fixed(now, ZoneOffset.UTC))
                .round();
    }

    private CommandBatch<Payment, PaymentRequest, PaymentEvent> newBatch() {
        var clock = Clock.fixed(NOW, ZoneOffset.UTC);
        var publisher = new MessagePublisher(producer, codec);
        return PaymentCommands.of(new Nobody(), new Nobody(), PaymentDocument::reply, payments)
                .batch(
                        new MessageReader(codec),
                        publisher,
                        new DeadLetters(publisher, new SimpleMeterRegistry()),
                        new Retries(clock),
                        clock);
    }

    private static Scenario succeeded() {
        return authorized(CaptureMethod.MANUAL)
                .when(capture(null))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved()));
    }

    private static Stored<Payment, PaymentEvent> stored(Scenario scenario) {
        var journal = new ArrayList<Entry<PaymentEvent>>();
        for (var event : scenario.journal()) {
            journal.add(new Entry<>(journal.size() + 1, START, "cause", event));
        }
        return new Stored<>(ID, 1, scenario.payment(), journal, List.of(), 0);
    }

    /** No accounts, and no other payments. */
    private record Nobody() implements Accounts, OtherPayments {
        @Override
        public Optional<Payment> giving(String merchantId, String mandateId) {
            return Optional.empty();
        }

        @Override
        public Optional<Payment> find(String merchantId, String paymentId) {
            return Optional.empty();
        }

        @Override
        public boolean claimMandate(
                String merchantId,
                String mandateId,
                String paymentId,
                Predicate<String> hasEndedUnpaid) {
            return false;
        }

        @Override
        public List<ConnectorAccount> of(String merchantId) {
            return List.of();
        }

        @Override
        public @Nullable Routing ruleOf(String profileId) {
            return null;
        }
    }

    private static final class Registry implements SchemaRegistry {

        private final Map<Integer, Schema> schemas = new HashMap<>();

        @Override
        public int idOf(String subject, Schema schema) {
            schemas.put(schema.hashCode(), schema);
            return schema.hashCode();
        }

        @Override
        public Schema schemaOf(int id) {
            return Objects.requireNonNull(schemas.get(id));
        }
    }
}
