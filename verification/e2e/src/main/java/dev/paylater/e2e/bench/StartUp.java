package dev.paylater.e2e.bench;

import dev.paylater.e2e.Script;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long the system takes to start, and what it occupies when it has nothing to do. Each time is
 * that of a call of the script, as a person waits for it: until the process says that it is ready.
 */
final class StartUp {

    private static final List<String> SERVICES =
            List.of("api-service", "orchestrator-service", "connector-service", "refund-service");
    private static final Duration SETTLING = Duration.ofSeconds(20);

    private StartUp() {}

    /** Starts the system as one process, then as processes, then each service of its own. */
    static Map<String, Object> measure() throws InterruptedException {
        var seconds = new LinkedHashMap<String, Object>();
        Script.succeed("down");
        seconds.put("one process", timed("up", "--one-process"));
        var idleAsOne = idle();
        Script.succeed("down");
        seconds.put("processes", timed("up", "--processes"));
        for (var service : SERVICES) {
            Script.succeed("kill", service);
            seconds.put(service, timed("start", service));
        }
        return Map.of(
                "start_seconds",
                seconds,
                "idle_rss_mib_one_process",
                idleAsOne,
                "idle_rss_mib_processes",
                idle());
    }

    private static Map<String, Object> idle() throws InterruptedException {
        Thread.sleep(SETTLING);
        var idle = new LinkedHashMap<String, Object>();
        Machine.processes().forEach((name, pid) -> idle.put(name, Machine.residentMebibytes(pid)));
        return idle;
    }

    private static double timed(String... command) {
        var before = System.nanoTime();
        Script.succeed(command);
        return Math.round((System.nanoTime() - before) / 1e7) / 100.0;
    }
}
