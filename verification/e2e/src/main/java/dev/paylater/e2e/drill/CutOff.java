package dev.paylater.e2e.drill;

import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.Script;
import java.time.Duration;
import java.util.Map;

/** One of two instances loses the store: it hears nothing, and no connection ends. */
final class CutOff implements Hindrance {

    private static final String SERVICE = "orchestrator-service";

    private final CuttableLine line = new CuttableLine(27017 + Script.PORT_OFFSET);

    @Override
    public String name() {
        return "cut-off";
    }

    @Override
    public String meaning() {
        return "one of two instances of " + SERVICE + " does not reach the store";
    }

    @Override
    public void prepare(SteadyLoad load) {
        var uri = "mongodb://127.0.0.1:%d/paylater".formatted(line.port());
        Services.start(
                Map.of("PAYLATER_JAVA_OPTS_ORCHESTRATOR_SERVICE", "-Dpaylater.mongodb.uri=" + uri),
                SERVICE,
                2);
    }

    @Override
    public void play(SteadyLoad load, Duration length) throws InterruptedException {
        line.cut();
        Thread.sleep(length);
        line.join();
    }

    @Override
    public void cleanUp(SteadyLoad load) {
        Services.stop(RunningProcess.of(SERVICE).getLast());
        line.close();
    }
}
