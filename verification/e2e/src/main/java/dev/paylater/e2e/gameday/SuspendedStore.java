package dev.paylater.e2e.gameday;

import dev.paylater.e2e.RunningProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The store is suspended by signals, all the time or by turns.
 *
 * @param awake how long it runs in between; nothing: it does not
 * @param overWhen a query that is 1 when it is over
 */
record SuspendedStore(
        String name,
        String meaning,
        Alert alert,
        Duration awake,
        String overWhen,
        AtomicBoolean goesOn)
        implements Trouble {

    private static final Duration AWAY = Duration.ofMillis(1500);

    @Override
    public void begin() {
        goesOn.set(true);
        var store = RunningProcess.of("store").getFirst();
        Thread.ofPlatform()
                .daemon()
                .name(name)
                .start(() -> store.standStill(AWAY, awake, () -> !goesOn.get()));
    }

    @Override
    public List<Step> runbook() {
        return List.of(new Step("end what keeps the store from its work", () -> goesOn.set(false)));
    }

    @Override
    public boolean isOver(Prometheus prometheus) {
        return prometheus.value(overWhen).orElse(0) == 1;
    }

    @Override
    public void cleanUp() {
        goesOn.set(false);
    }
}
