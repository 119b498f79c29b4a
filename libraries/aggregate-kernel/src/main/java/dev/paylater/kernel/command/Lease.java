package dev.paylater.kernel.command;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * For how long the partitions of a round are certainly this process's own. A round that takes
 * longer asks its group: a commit that the coordinator takes is a heartbeat known to have
 * succeeded, and it is refused to a member that the group has given up. Kafka's client does not
 * tell of the heartbeats that its own thread sends. Times are those of System.nanoTime, which no
 * correction of the clock moves.
 */
public final class Lease {

    /**
     * Less than Kafka takes to give the partitions of a silent member to another one. A process
     * that stood still for longer may find the documents as the other one has left them, and would
     * decide a second time what was refused there without one.
     */
    private static final Duration LENGTH = Duration.ofSeconds(3);

    /**
     * However often it is renewed. What was read at the beginning is believed for no longer: see
     * ArchivingStore for what rests on that.
     */
    private static final Duration LONGEST = Duration.ofSeconds(15);

    private final LongSupplier nanoTime;
    private final Runnable heartbeat;
    private final long begun;
    private long lastHeartbeat;

    /**
     * The lease of a round that begins now.
     *
     * @param nanoTime {@link System#nanoTime}
     * @param lastHeartbeat the time by it at which the group last knew of this process
     * @param heartbeat commits what was handled before this round; throws when that is not known to
     *     have been taken
     */
    public Lease(LongSupplier nanoTime, long lastHeartbeat, Runnable heartbeat) {
        this.nanoTime = nanoTime;
        this.heartbeat = heartbeat;
        this.begun = nanoTime.getAsLong();
        this.lastHeartbeat = lastHeartbeat;
    }

    /** When the group last knew of this process. */
    long lastHeartbeat() {
        return lastHeartbeat;
    }

    /** Whether nobody else can have the partitions yet. */
    boolean holds() {
        return isWithin(LENGTH, lastHeartbeat);
    }

    /**
     * Returns when it holds again.
     *
     * @throws BatchInterrupted when the partitions may be somebody else's
     */
    void renew() {
        if (!isWithin(LONGEST, begun)) {
            throw new BatchInterrupted("The batch took too long; what is left is polled again");
        }
        var sent = nanoTime.getAsLong();
        try {
            heartbeat.run();
        } catch (RuntimeException e) {
            throw new BatchInterrupted(
                    "The batch took long, and its partitions may be somebody else's: " + e);
        }
        lastHeartbeat = sent;
        if (!holds()) {
            throw new BatchInterrupted("The group took too long to answer; all is polled again");
        }
    }

    private boolean isWithin(Duration duration, long since) {
        return nanoTime.getAsLong() - since <= duration.toNanos();
    }
}
