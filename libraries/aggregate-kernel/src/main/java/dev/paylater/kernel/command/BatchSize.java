package dev.paylater.kernel.command;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * How many records are handled in one round: no more than there is room for in the heap. A round
 * that took too long, or that store or broker were too slow for, is followed by smaller ones until
 * one gets through; each that does is followed by one of twice the size. For the thread of one
 * consumer alone.
 */
final class BatchSize {

    /** More than Kafka's consumers poll at once, unless they are told to. */
    private static final int MOST = 512;

    private final long mostBytes;
    private int next = MOST;

    BatchSize() {
        this(HeapShare.ofRecords());
    }

    /**
     * For a heap of any size.
     *
     * @param mostBytes of the values of a round's records; one that is larger is a round by itself
     */
    BatchSize(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** The records of the next round; at least one. */
    List<ConsumerRecord<byte[], byte[]>> firstOf(List<ConsumerRecord<byte[], byte[]>> records) {
        var most = Math.min(next, records.size());
        var count = 0;
        for (var bytes = 0L; count < most; count++) {
            var value = records.get(count).value();
            bytes += value == null ? 0 : value.length;
            if (bytes > mostBytes && count > 0) {
                break;
            }
        }
        return records.subList(0, count);
    }

    /** A round of so many did not get through. */
    void failed(int records) {
        next = Math.max(1, Math.min(next, records) / 2);
    }

    void succeeded() {
        next = Math.min(MOST, next * 2);
    }
}
