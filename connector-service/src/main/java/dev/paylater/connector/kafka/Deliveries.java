package dev.paylater.connector.kafka;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * What this process is doing and has done: one delivery at a time for each operation, and none of a
 * request that was carried out. A delivery that comes meanwhile waits, so that inquiring first and
 * then acting cannot race with itself.
 */
public final class Deliveries {

    private static final long WAIT_MILLIS = 20;

    /**
     * Finished requests that are remembered while an earlier call of their partition is under way:
     * they come again after a rebalance. One that is forgotten is inquired about, or sent again
     * under its key.
     */
    private static final int MAX_REMEMBERED = 8_000;

    private final LongConsumer sleep;
    private final Set<String> underWay = new HashSet<>();
    private final SequencedSet<String> carriedOut = new LinkedHashSet<>();

    /**
     * Nothing is under way yet.
     *
     * @param sleep lets the calling thread wait for so many milliseconds
     */
    public Deliveries(LongConsumer sleep) {
        this.sleep = sleep;
    }

    /** Runs this when it is the operation's turn, unless the message was carried out before. */
    void carryOut(String operation, String messageId, Runnable delivery) {
        while (!begin(operation)) {
            sleep.accept(WAIT_MILLIS);
        }
        try {
            if (!wasCarriedOut(messageId)) {
                delivery.run();
                remember(messageId);
            }
        } finally {
            end(operation);
        }
    }

    private synchronized boolean begin(String operation) {
        return underWay.add(operation);
    }

    private synchronized void end(String operation) {
        underWay.remove(operation);
    }

    private synchronized boolean wasCarriedOut(String messageId) {
        return carriedOut.contains(messageId);
    }

    private synchronized void remember(String messageId) {
        carriedOut.add(messageId);
        if (carriedOut.size() > MAX_REMEMBERED) {
            carriedOut.removeFirst();
        }
    }
}
