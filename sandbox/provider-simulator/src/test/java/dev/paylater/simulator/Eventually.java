package dev.paylater.simulator;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits on a condition. */
final class Eventually {

    private Eventually() {}

    static void until(Duration patience, String what, BooleanSupplier condition) {
        var end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Not within " + patience + ": " + what);
            }
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
