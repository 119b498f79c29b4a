package dev.paylater.kernel.command;

import java.util.List;

/**
 * How many records are handled in one round. A round that took too long, or that store or broker
 * were too slow for, is followed by smaller ones until one gets through; each that does is followed
 * by one of twice the size. For the thread of one consumer alone.
 */
final class BatchSize {

    /** More than Kafka's consumers poll at once, unless they are told to. */
    private static final int MOST = 512;

    private int next = MOST;

    <T> List<T> firstOf(List<T> records) {
        return records.subList(0, Math.min(next, records.size()));
    }

    /** A round of so many did not get through. */
    void failed(int records) {
        next = Math.max(1, Math.min(next, records) / 2);
    }

    void succeeded() {
        next = Math.min(MOST, next * 2);
    }
}
