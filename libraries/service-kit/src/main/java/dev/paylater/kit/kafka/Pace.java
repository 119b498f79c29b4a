package dev.paylater.kit.kafka;

import java.util.function.LongSupplier;

/** How closely the messages of a process follow each other, as a moving average. */
final class Pace {

    /** Two of them or more then come within the linger.ms that one may wait. */
    private static final long FAST_NANOS = 2_500_000;

    /** A pause says no more than that it was one. */
    private static final long LONGEST_NANOS = 20 * FAST_NANOS;

    private static final int WEIGHT = 8;

    private final LongSupplier nanoTime;
    private long last;
    private long average = LONGEST_NANOS;

    Pace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.last = nanoTime.getAsLong();
    }

    /** Counts a message, and tells whether more can be expected to follow closely. */
    synchronized boolean isFastAfterOneMore() {
        var now = nanoTime.getAsLong();
        average += (Math.min(now - last, LONGEST_NANOS) - average) / WEIGHT;
        last = now;
        return average < FAST_NANOS;
    }
}
