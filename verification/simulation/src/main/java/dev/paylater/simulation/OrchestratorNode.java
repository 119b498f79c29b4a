package dev.paylater.simulation;

import dev.paylater.kernel.command.Retries;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.orchestrator.kafka.OtherPayments;
import dev.paylater.orchestrator.kafka.PaymentCommands;
import dev.paylater.orchestrator.mongo.PaymentDocument;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.DeadlinePassed;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.MessageSizes;
import dev.paylater.schemas.RecordRefundStatus;
import dev.paylater.schemas.Topic;
import dev.paylater.schemas.UpdatePayment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;

/** A process of orchestrator-service: its real batch, listener and sweeper. */
final class OrchestratorNode extends Node {

    private static final Set<String> APPROVALS = Set.of("approved", "captured");
    private static final Set<String> ENDS = Set.of("succeeded", "failed", "refused");

    private final MemoryLog log;
    private final AvroCodec codec;
    private final TopicGroup group;
    private final WatchedStore<Payment, PaymentEvent> payments;
    private final Accounts accounts;
    private final SetAside setAside;

    OrchestratorNode(
            World world,
            String name,
            MemoryLog log,
            AvroCodec codec,
            TopicGroup group,
            WatchedStore<Payment, PaymentEvent> payments,
            Accounts accounts,
            SetAside setAside) {
        super(world, name, group);
        this.log = log;
        this.codec = codec;
        this.group = group;
        this.payments = payments;
        this.accounts = accounts;
        this.setAside = setAside;
    }

    @Override
    void begin() {
        var kit = new ServiceKit(this, log, codec, false);
        var store = payments.usedBy(this);
        var commands =
                PaymentCommands.of(accounts, new NoOtherPayments(), PaymentDocument::reply, store);
        var batch =
                commands.batch(
                        kit.reader, kit.publisher, kit.deadLetters, new Retries(clock), clock);
        var container =
                new ListenerContainer(
                        this,
                        new Consumer(group, this),
                        (records, pending, lease) ->
                                batch.process(sabotaged(records), pending, lease),
                        PlantedBug.COMMIT_BEFORE_EFFECT);
        spawn(container::run);
        var sweeper = commands.sweeper(() -> _ -> true, kit.publisher, clock);
        spawn(() -> new Sweeping(this, payments.dueTimes(), sweeper::sweep).run());
    }

    private List<ConsumerRecord<byte[], byte[]>> sabotaged(
            List<ConsumerRecord<byte[], byte[]>> records) {
        if (world.has(PlantedBug.SIZES_NOT_ADDED_UP)) {
            return records.stream().map(this::unbounded).toList();
        }
        if (world.has(PlantedBug.TOO_LARGE_IS_RETRIED)) {
            records.forEach(this::requireRoom);
            return records.stream().map(this::unbounded).toList();
        }
        if (world.has(PlantedBug.LATE_APPROVAL_IGNORED)) {
            return records.stream().filter(one -> !isLateApproval(one)).toList();
        }
        if (world.chance().knows(Circumstance.DEAD_LETTERS)) {
            return records.stream().filter(one -> !isDead(one)).toList();
        }
        return world.has(PlantedBug.UNWANTED_MONEY_FORGOTTEN)
                ? records.stream().filter(one -> !isAboutRefusedVoid(one)).toList()
                : records;
    }

    /** Nobody compares the sizes of a command that nobody waits for. */
    private ConsumerRecord<byte[], byte[]> unbounded(ConsumerRecord<byte[], byte[]> record) {
        if (!(codec.decode(record.value()) instanceof UpdatePayment update)) {
            return record;
        }
        var unbounded =
                new ConsumerRecord<>(
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        record.key(),
                        codec.encode(
                                record.topic(),
                                UpdatePayment.newBuilder(update).setReplyTo(null).build()));
        record.headers().forEach(unbounded.headers()::add);
        return unbounded;
    }

    private void requireRoom(ConsumerRecord<byte[], byte[]> record) {
        var stored = payments.get(new String(record.key(), StandardCharsets.UTF_8));
        if (stored != null
                && stored.state().terms().values().stream().mapToInt(String::length).sum()
                        > MessageSizes.MAX_TERMS) {
            throw new RecordTooLargeException(stored.id());
        }
    }

    /** The first end of a refund, now and then. */
    private boolean isDead(ConsumerRecord<byte[], byte[]> record) {
        if (!(codec.decode(record.value()) instanceof RecordRefundStatus status)
                || !ENDS.contains(status.getStatus())
                || status.getCorrection()) {
            return false;
        }
        var stored = payments.get(Topic.key(status.getMerchantId(), status.getPaymentId()));
        var isOpen =
                stored != null
                        && stored.state().refunds().stream()
                                .filter(refund -> refund.refundId().equals(status.getRefundId()))
                                .anyMatch(refund -> refund.status() == Refund.Status.PENDING);
        if (!isOpen || !world.chance().faulty() || !world.chance().once(3)) {
            return false;
        }
        world.tell(name, "makes a dead letter of the end of %s", status.getRefundId());
        setAside.end(
                new String(
                        record.headers().lastHeader(MessageHeaders.MESSAGE_ID).value(),
                        StandardCharsets.UTF_8));
        return true;
    }

    private boolean isAboutRefusedVoid(ConsumerRecord<byte[], byte[]> record) {
        if (!(codec.decode(record.value()) instanceof DeadlinePassed deadline)) {
            return false;
        }
        var stored = payments.get(Topic.key(deadline.getMerchantId(), deadline.getPaymentId()));
        return stored != null
                && stored.state().attempts().stream()
                        .map(Attempt::unwanted)
                        .anyMatch(unwanted -> unwanted != null && unwanted.refusals() > 0);
    }

    private boolean isLateApproval(ConsumerRecord<byte[], byte[]> record) {
        if (!(codec.decode(record.value()) instanceof ConnectorOutcome outcome)
                || !APPROVALS.contains(outcome.getStatus())
                || !outcome.getOperation().equals("authorize")) {
            return false;
        }
        var stored = payments.get(outcome.getMerchantId() + "/" + outcome.getPaymentId());
        return stored != null && stored.state().attempt(outcome.getAttemptId()).stage().hasFailed();
    }

    /** Nobody here pays by mandate. */
    private record NoOtherPayments() implements OtherPayments {

        @Override
        public Optional<Payment> giving(String merchantId, String mandateId) {
            return Optional.empty();
        }

        @Override
        public Optional<Payment> find(String merchantId, String paymentId) {
            return Optional.empty();
        }
    }
}
