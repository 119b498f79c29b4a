package dev.paylater.connector.kafka;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How far one partition's records are done. Records finish in any order; what may be committed is
 * the prefix without a gap.
 *
 * <p>Confluent's Parallel Consumer does this as well, and more; its latest release (0.5.3.2) is
 * built for Kafka 3.7 clients and keeps the consumer to itself, while we need the end offset at the
 * assignment and to leave the group for good.
 */
public final class Progress {

    /** A record under way. */
    public static final class Started {

        private final long offset;
        private boolean finished;

        private Started(long offset) {
            this.offset = offset;
        }
    }

    private final Deque<Started> started = new ArrayDeque<>();
    private final long triedBefore;
    private int inFlight;
    private long finishedUpTo = -1;

    /**
     * The progress of a partition that was just assigned.
     *
     * @param triedBefore records below this offset were there already, so whoever had the partition
     *     before may have begun with them
     */
    public Progress(long triedBefore) {
        this.triedBefore = triedBefore;
    }

    public boolean mayHaveBeenTried(long offset) {
        return offset < triedBefore;
    }

    /** Offsets must rise from call to call, and need not be adjacent. */
    public synchronized Started start(long offset) {
        var record = new Started(offset);
        started.addLast(record);
        inFlight++;
        return record;
    }

    public synchronized void finish(Started record) {
        if (record.finished) {
            return;
        }
        record.finished = true;
        inFlight--;
        notifyAll();
    }

    /** The offset to be committed, or -1 when nothing has finished yet. */
    public synchronized long finishedUpTo() {
        for (var first = started.peekFirst();
                first != null && first.finished;
                first = started.peekFirst()) {
            finishedUpTo = first.offset + 1;
            started.removeFirst();
        }
        return finishedUpTo;
    }

    synchronized int inFlight() {
        return inFlight;
    }

    /** Records that would come again if the process died now. */
    synchronized int uncommitted() {
        return started.size();
    }

    /** Waits until nothing is in flight, but not longer than this; true when nothing is. */
    synchronized boolean awaitIdle(Duration timeout) throws InterruptedException {
        var deadline = System.nanoTime() + timeout.toNanos();
        while (inFlight > 0) {
            var left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }
}
