package dev.paylater.e2e.drill;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.Script;
import java.time.Duration;
import java.util.Map;

/** Starts and stops single instances of services. */
public final class Services {

    private static final Duration LONGEST_STOP = Duration.ofSeconds(40);

    private Services() {}

    /** Brings a service to so many instances; returns when they are ready. */
    public static void start(Map<String, String> environment, String service, int instances) {
        var result = Script.run(environment, "start", service, Integer.toString(instances));
        if (result.exitCode() != 0) {
            throw new AssertionError(service + " does not start:\n" + result.output());
        }
    }

    /** By SIGTERM, as in a deployment. */
    public static void stop(RunningProcess process) {
        process.signal("TERM");
        var end = System.nanoTime() + LONGEST_STOP.toNanos();
        while (process.isAlive()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(process.name() + " does not stop");
            }
            MerchantClient.pause();
        }
    }
}
