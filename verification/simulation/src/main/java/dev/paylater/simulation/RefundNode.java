package dev.paylater.simulation;

import dev.paylater.kernel.Stored;
import dev.paylater.kernel.command.Retries;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.kafka.RefundCommands;
import dev.paylater.refund.mongo.RefundDocument;
import java.util.List;

/** A process of refund-service: its real batch, listener and sweeper. */
final class RefundNode extends Node {

    private final MemoryLog log;
    private final AvroCodec codec;
    private final Group group;
    private final WatchedStore<Refund, RefundEvent> refunds;

    RefundNode(
            World world,
            String name,
            MemoryLog log,
            AvroCodec codec,
            Group group,
            WatchedStore<Refund, RefundEvent> refunds) {
        super(world, name, group);
        this.log = log;
        this.codec = codec;
        this.group = group;
        this.refunds = refunds;
    }

    @Override
    void begin() {
        var kit = new ServiceKit(this, log, codec, false);
        var store = refunds.usedBy(this);
        var commands =
                RefundCommands.of(
                        _ -> world.chance().knows(Circumstance.BY_CAPTURE),
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
                        batch::process,
                        PlantedBug.REFUND_COMMIT_BEFORE_EFFECT);
        spawn(container::run);
        var sweeper = commands.sweeper(() -> _ -> true, kit.publisher, clock);
        spawn(() -> new Sweeping(this, refunds.dueTimes(), sweeper::sweep).run());
    }

    private List<Stored<Refund, RefundEvent>> ofPayment(String merchantId, String paymentId) {
        return refunds.all().stream()
                .filter(stored -> stored.state().order().paymentId().equals(paymentId))
                .toList();
    }
}
