package dev.paylater.simulation;

import java.util.LinkedHashMap;
import java.util.Map;

/** Lets sweepers sleep until something is due, instead of looking four times a second for hours. */
final class DueTimes {

    /** A sweeper that sleeps. */
    interface Sleeper {
        void dueAt(long millis);
    }

    private final Map<String, Sleeper> sleepers = new LinkedHashMap<>();

    /** From now on this one is told; the one before it in the same process is no more. */
    void tell(Node node, Sleeper sleeper) {
        sleepers.put(node.name, sleeper);
    }

    void set(long millis) {
        sleepers.values().forEach(sleeper -> sleeper.dueAt(millis));
    }
}
