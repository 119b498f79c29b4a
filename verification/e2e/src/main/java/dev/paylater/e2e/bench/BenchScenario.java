package dev.paylater.e2e.bench;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Something to be measured, over and over, on a system that runs. */
interface BenchScenario extends AutoCloseable {

    /** What the command line and the results call it. */
    String name();

    /** What one unit of work is, in words. */
    String unit();

    /** Those whose use of the machine counts. */
    default Map<String, Long> processes() {
        return Machine.processes();
    }

    /** Loads the system for this long. */
    List<Phase> run(Duration length);

    @Override
    default void close() {}

    /**
     * A part of a round with a load of its own.
     *
     * @param name empty when the round has one part only
     */
    record Phase(String name, Load.Result result) {}

    static List<Phase> single(Load.Result result) {
        return List.of(new Phase("", result));
    }
}
