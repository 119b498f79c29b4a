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

    private static final long UNKNOWN = Long.MAX_VALUE;

    private final Deque<Started> started = new ArrayDeque<>();
    private long end = UNKNOWN;
    private int inFlight;
    private long finishedUpTo = -1;

    /**
     * Where the partition ended at some moment since its assignment: whoever had it before may have
     * begun with the records below. For the polling thread alone, like all that depends on it.
     */
    public void endedAt(long offset) {
        end = offset;
    }

    public boolean isEndKnown() {
        return end != UNKNOWN;
    }

    /** Every record, until the end is known. */
    public boolean mayHaveBeenTried(long offset) {
        return offset < end;
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
