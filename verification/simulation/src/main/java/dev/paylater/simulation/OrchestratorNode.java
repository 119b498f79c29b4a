package dev.paylater.simulation;

import dev.paylater.kit.kafka.AvroCodec;
import dev.paylater.orchestrator.kafka.PaymentProcessor;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.orchestrator.timer.Sweeper;
import dev.paylater.schemas.ConnectorOutcome;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A process of orchestrator-service: its processor in a loop as its container runs it. */
final class OrchestratorNode extends Node {

    private static final int MOST_RECORDS = 20;
    private static final long RETRY_MILLIS = 500;

    private final MemoryLog log;
    private final AvroCodec codec;
    private final Group group;
    private final MemoryPayments payments;
    private final Accounts accounts;

    OrchestratorNode(
            World world,
            String name,
            MemoryLog log,
            AvroCodec codec,
            Group group,
            MemoryPayments payments,
            Accounts accounts) {
        super(world, name);
        this.log = log;
        this.codec = codec;
        this.group = group;
        this.payments = payments;
        this.accounts = accounts;
    }

    @Override
    void begin() {
        var kit = new ServiceKit(this, log, codec, false);
        var store = payments.usedBy(this);
        var processor =
                new PaymentProcessor(
                        kit.reader, accounts, store, kit.publisher, kit.deadLetters, clock);
        var consumer = new Consumer(group, this, (_, _) -> {});
        spawn(() -> consume(consumer, processor));
        var sweeper = new Sweeper(store, kit.publisher, clock);
        spawn(() -> new Sweeping(this, payments.dueTimes(), sweeper::sweep).run());
    }

    private void consume(Consumer consumer, PaymentProcessor processor) {
        while (true) {
            var records = consumer.poll(MOST_RECORDS);
            if (world.has(PlantedBug.COMMIT_BEFORE_EFFECT)) {
                consumer.commit(records);
            }
            try {
                processor.process(sabotaged(records));
            } catch (RuntimeException e) {
                world.tell(name, "will poll again after %s", e);
                consumer.rewind(records);
                sleep(RETRY_MILLIS);
                continue;
            }
            step("takes %d commands as done", records.size());
            consumer.commit(records);
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> sabotaged(
            List<ConsumerRecord<byte[], byte[]>> records) {
        return world.has(PlantedBug.LATE_APPROVAL_IGNORED)
                ? records.stream().filter(one -> !isLateApproval(one)).toList()
                : records;
    }

    private boolean isLateApproval(ConsumerRecord<byte[], byte[]> record) {
        if (!(codec.decode(record.value()) instanceof ConnectorOutcome outcome)
                || !outcome.getVerdict().equals("approved")
                || !outcome.getOperation().equals("authorize")) {
            return false;
        }
        var stored = payments.get(outcome.getMerchantId() + "/" + outcome.getPaymentId());
        return stored != null
                && stored.payment().attempt(outcome.getAttemptId()).status().isFailed();
    }

    @Override
    void gone() {
        group.gone(this);
    }
}
