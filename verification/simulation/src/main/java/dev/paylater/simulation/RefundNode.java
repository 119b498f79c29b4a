package dev.paylater.simulation;

import dev.paylater.kit.kafka.AvroCodec;
import dev.paylater.refund.kafka.RefundBatch;
import dev.paylater.refund.timer.DeadlineSweeper;

/** A process of refund-service: its batch handler in a loop as its listener runs it. */
final class RefundNode extends Node {

    private static final int MOST_RECORDS = 20;
    private static final long PAUSE_MILLIS = 200;

    private final MemoryLog log;
    private final AvroCodec codec;
    private final Group group;
    private final MemoryRefunds refunds;

    RefundNode(
            World world,
            String name,
            MemoryLog log,
            AvroCodec codec,
            Group group,
            MemoryRefunds refunds) {
        super(world, name);
        this.log = log;
        this.codec = codec;
        this.group = group;
        this.refunds = refunds;
    }

    @Override
    void begin() {
        var kit = new ServiceKit(this, log, codec, false);
        var store = refunds.usedBy(this);
        var batch =
                new RefundBatch(
                        kit.reader, kit.publisher, kit.deadLetters, store, _ -> false, clock);
        var consumer = new Consumer(group, this, (_, _) -> {});
        spawn(() -> consume(consumer, batch));
        var sweeper = new DeadlineSweeper(store, kit.publisher, clock);
        spawn(() -> new Sweeping(this, refunds.dueTimes(), sweeper::sweep).run());
    }

    private void consume(Consumer consumer, RefundBatch batch) {
        while (true) {
            var records = consumer.poll(MOST_RECORDS);
            if (world.has(PlantedBug.REFUND_COMMIT_BEFORE_EFFECT)) {
                consumer.commit(records);
            }
            try {
                batch.process(records);
            } catch (RuntimeException e) {
                world.tell(name, "will try again after %s", e);
                consumer.rewind(records);
                sleep(PAUSE_MILLIS);
                continue;
            }
            step("takes %d refund commands as done", records.size());
            consumer.commit(records);
        }
    }

    @Override
    void gone() {
        group.gone(this);
    }
}
