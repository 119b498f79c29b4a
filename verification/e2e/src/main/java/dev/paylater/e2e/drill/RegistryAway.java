package dev.paylater.e2e.drill;

import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.Script;
import java.time.Duration;
import java.util.Map;

/** A second instance starts while nobody answers for schemas. */
final class RegistryAway implements Hindrance {

    private static final String SERVICE = "orchestrator-service";

    @Override
    public String name() {
        return "registry";
    }

    @Override
    public String meaning() {
        return "the schema registry is away, and a second " + SERVICE + " starts meanwhile";
    }

    @Override
    public void play(SteadyLoad load, Duration length) throws InterruptedException {
        Script.succeed("kill", "registry");
        var starting = Thread.ofVirtual().start(() -> Script.run("start", SERVICE, "2"));
        Thread.sleep(length);
        Script.succeed("start", "registry");
        var back = System.nanoTime();
        starting.join();
        System.out.printf(
                "  the second instance is ready %.1f s after the registry was back%n",
                (System.nanoTime() - back) / 1e9);
    }

    @Override
    public void cleanUp(SteadyLoad load) {
        // One that has given up is started again: an operator's orchestrator does the same.
        Services.start(Map.of(), SERVICE, 2);
        Services.stop(RunningProcess.of(SERVICE).getLast());
    }
}
