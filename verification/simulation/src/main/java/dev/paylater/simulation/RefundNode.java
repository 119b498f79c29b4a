package dev.paylater.simulation;

import dev.paylater.kernel.Stored;
import dev.paylater.kernel.command.Retries;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.kafka.RefundCommands;
import dev.paylater.refund.mongo.RefundDocument;
import dev.paylater.schemas.ExecuteRefund;
import dev.paylater.schemas.RecordFoundRefund;
import dev.paylater.schemas.Topic;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A process of refund-service: its real batch, listener and sweeper. Its processes share the ids of
 * refunds whose hand-over became a dead letter.
 */
final class RefundNode extends Node {

    private final MemoryLog log;
    private final AvroCodec codec;
    private final TopicGroup group;
    private final WatchedStore<Refund, RefundEvent> refunds;
    private final SetAside setAside;

    RefundNode(
            World world,
            String name,
            MemoryLog log,
            AvroCodec codec,
            TopicGroup group,
            WatchedStore<Refund, RefundEvent> refunds,
            SetAside setAside) {
        super(world, name, group);
        this.log = log;
        this.codec = codec;
        this.group = group;
        this.refunds = refunds;
        this.setAside = setAside;
    }

    @Override
    void begin() {
        var kit = new ServiceKit(this, log, codec, false);
        var store = refunds.usedBy(this);
        var commands =
                RefundCommands.of(
                        (_, _) -> world.chance().knows(Circumstance.BY_CAPTURE),
                        this::ofPayment,
                        RefundDocument::reply,
                        store);
        var batch =
                commands.batch(
                        kit.reader, kit.publisher, kit.deadLetters, new Retries(clock), clock);
        var container =
                new ListenerContainer(
                        this,
                        new Consumer(group, this),
                        (records, pending, lease) -> batch.process(read(records), pending, lease),
                        PlantedBug.REFUND_COMMIT_BEFORE_EFFECT);
        spawn(container::run);
        var sweeper = commands.sweeper(() -> _ -> true, kit.publisher, clock);
        spawn(() -> new Sweeping(this, refunds.dueTimes(), sweeper::sweep).run());
    }

    /** Without those that become dead letters. */
    private List<ConsumerRecord<byte[], byte[]>> read(
            List<ConsumerRecord<byte[], byte[]>> records) {
        return world.chance().knows(Circumstance.DEAD_LETTERS)
                ? records.stream().filter(one -> !isDead(codec.decode(one.value()))).toList()
                : records;
    }

    private boolean isDead(SpecificRecord message) {
        var order =
                switch (message) {
                    case ExecuteRefund execute -> execute;
                    case RecordFoundRefund found -> found.getRefund();
                    default -> null;
                };
        if (order == null) {
            return false;
        }
        var refundId = order.getRefundId();
        if (world.has(PlantedBug.REFUND_HANDED_OVER_ONCE) && setAside.isHandOver(refundId)) {
            return true;
        }
        // What has taken effect already is read again, and no dead letter then.
        var isKnown = refunds.get(Topic.key(order.getMerchantId(), refundId)) != null;
        if (isKnown || !world.chance().faulty() || !world.chance().once(3)) {
            return false;
        }
        world.tell(name, "makes a dead letter of %s", refundId);
        setAside.handOver(refundId);
        return true;
    }

    private List<Stored<Refund, RefundEvent>> ofPayment(String merchantId, String paymentId) {
        return refunds.all().stream()
                .filter(stored -> stored.state().order().paymentId().equals(paymentId))
                .toList();
    }
}
