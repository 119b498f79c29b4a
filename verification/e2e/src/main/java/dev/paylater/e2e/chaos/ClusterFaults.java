package dev.paylater.e2e.chaos;

import dev.paylater.e2e.Script;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Kills a broker and an instance of each service of a cluster in containers, one after the other,
 * and then cuts each off from the network for a while.
 */
final class ClusterFaults implements Disturbance {

    private static final List<String> VICTIMS =
            List.of(
                    "kafka-2",
                    "orchestrator-service-1",
                    "connector-service-1",
                    "refund-service-1",
                    "api-service-1",
                    "webhook-service-1");

    /** Longer than a consumer's session, so that others take over, and a broker's as well. */
    private static final long AWAY_SECONDS = 20;

    private static final long BETWEEN_SECONDS = 5;

    private final Timing timing;
    private final ChaosFindings findings;
    private volatile String last = "nothing";

    ClusterFaults(Timing timing, ChaosFindings findings) {
        this.timing = timing;
        this.findings = findings;
    }

    @Override
    public void run() {
        try {
            for (var victim : VICTIMS) {
                fault("kill", "start", victim);
            }
            for (var victim : VICTIMS) {
                fault("cut", "join", victim);
            }
        } catch (IOException e) {
            findings.add(last, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What was begun is carried to its end. */
    @Override
    public void stop() {}

    @Override
    public String last() {
        return last;
    }

    /** The second verb returns when the victim is ready again. */
    private void fault(String harm, String repair, String victim)
            throws IOException, InterruptedException {
        TimeUnit.SECONDS.sleep(BETWEEN_SECONDS);
        last = harm + " " + victim;
        var since = System.nanoTime();
        cluster(harm, victim);
        TimeUnit.SECONDS.sleep(AWAY_SECONDS);
        cluster(repair, victim);
        timing.restartedOneOf(last, since);
    }

    private void cluster(String verb, String victim) throws IOException, InterruptedException {
        var script = Script.root().resolve("verification/containers/cluster.sh").toString();
        var exit = new ProcessBuilder(script, verb, victim).inheritIO().start().waitFor();
        if (exit != 0) {
            findings.add(victim, "'%s' failed with %d".formatted(verb, exit));
        }
    }
}
