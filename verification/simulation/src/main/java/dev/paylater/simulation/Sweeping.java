package dev.paylater.simulation;

/**
 * Runs a service's sweeper as its schedule would: at a steady interval, but only when something can
 * be due; and every half minute anyway.
 */
final class Sweeping {

    private static final long INTERVAL_MILLIS = 250;
    private static final long LONGEST_SLEEP_MILLIS = 30_000;

    private final Node node;
    private final Runnable sweep;
    private long wakeAt;
    private Runnable waker = () -> {};

    Sweeping(Node node, DueTimes dueTimes, Runnable sweep) {
        this.node = node;
        this.sweep = sweep;
        dueTimes.tell(node, this::dueAt);
    }

    /** Never returns. */
    void run() {
        while (true) {
            sweep.run();
            wakeAt = Long.MAX_VALUE;
            waker = node.waker();
            sleepUntil(node.world.now() + LONGEST_SLEEP_MILLIS);
            Coroutine.suspend();
        }
    }

    private void dueAt(long millis) {
        sleepUntil(
                Math.max(
                        millis + node.world.chance().below((int) INTERVAL_MILLIS),
                        node.world.now() + INTERVAL_MILLIS));
    }

    private void sleepUntil(long millis) {
        if (millis < wakeAt) {
            wakeAt = millis;
            node.world.after(millis - node.world.now(), waker);
        }
    }
}
