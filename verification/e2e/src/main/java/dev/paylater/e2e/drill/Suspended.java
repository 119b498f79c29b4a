package dev.paylater.e2e.drill;

import dev.paylater.e2e.RunningProcess;
import java.time.Duration;

/**
 * A process that answers late: it is suspended and let run by turns, by signals.
 *
 * @param away how long it stands still each time
 * @param awake how long it runs in between
 */
record Suspended(String name, String meaning, String service, Duration away, Duration awake)
        implements Hindrance {

    @Override
    public void play(SteadyLoad load, Duration length) {
        var end = System.nanoTime() + length.toNanos();
        RunningProcess.of(service)
                .getFirst()
                .standStill(away, awake, () -> System.nanoTime() >= end);
    }
}
