package dev.paylater.e2e.drill;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.RunningProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Each of two instances of every service is restarted, one after the other, by SIGTERM. */
final class RollingRestart implements Hindrance {

    private static final List<String> SERVICES =
            List.of(
                    "orchestrator-service",
                    "connector-service",
                    "refund-service",
                    "webhook-service",
                    "api-service");

    @Override
    public String name() {
        return "rolling";
    }

    @Override
    public String meaning() {
        return "both instances of each service are restarted by SIGTERM, one after the other";
    }

    @Override
    public void prepare(SteadyLoad load) {
        SERVICES.forEach(service -> Services.start(Map.of(), service, 2));
        load.through(doors());
    }

    private static List<String> doors() {
        return RunningProcess.of("api-service").stream()
                .map(api -> "http://127.0.0.1:" + api.port())
                .toList();
    }

    @Override
    public void play(SteadyLoad load, Duration length) {
        for (var service : SERVICES) {
            for (var process : RunningProcess.of(service)) {
                Services.stop(process);
                Services.start(Map.of(), service, 2);
            }
        }
    }

    @Override
    public void cleanUp(SteadyLoad load) {
        load.through(List.of(MerchantClient.BASE));
        SERVICES.forEach(service -> Services.stop(RunningProcess.of(service).getLast()));
    }
}
