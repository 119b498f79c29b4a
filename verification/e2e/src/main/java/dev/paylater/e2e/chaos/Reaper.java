package dev.paylater.e2e.chaos;

import dev.paylater.e2e.ProviderLedger;
import dev.paylater.e2e.Script;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Kills one process after the other with kill -9 and starts it again. */
final class Reaper implements Disturbance {

    private static final List<String> VICTIMS =
            List.of(
                    "api-service",
                    "orchestrator-service",
                    "connector-service",
                    "refund-service",
                    "webhook-service",
                    "kafka",
                    "store",
                    "registry",
                    "provider-simulator");
    private static final int LONGEST_REST_MILLIS = 1_500;

    private final Random random;
    private final int everyMillis;
    private final Timing timing;
    private final ChaosFindings findings;
    private final String misbehaviour;
    private final Deque<String> next = new ArrayDeque<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile String last = "nobody";

    /**
     * @param misbehaviour of the providers, which they forget when their process dies
     */
    Reaper(
            long seed,
            int everySeconds,
            Timing timing,
            ChaosFindings findings,
            String misbehaviour) {
        this.misbehaviour = misbehaviour;
        this.random = new Random(seed);
        this.everyMillis = everySeconds * 1_000;
        this.timing = timing;
        this.findings = findings;
    }

    @Override
    public void run() {
        try {
            while (!stopped.await(
                    everyMillis / 2 + random.nextInt(everyMillis), TimeUnit.MILLISECONDS)) {
                killAndStart(victim());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void stop() {
        stopped.countDown();
    }

    @Override
    public String last() {
        return last;
    }

    private String victim() {
        if (next.isEmpty()) {
            var order = new ArrayList<>(VICTIMS);
            Collections.shuffle(order, random);
            next.addAll(order);
        }
        return next.remove();
    }

    private void killAndStart(String victim) throws InterruptedException {
        last = victim;
        run("kill", victim);
        var killed = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_REST_MILLIS));
        run("start", victim);
        if (victim.equals("provider-simulator")) {
            ProviderLedger.behave(misbehaviour);
        }
        timing.restarted(victim, killed);
    }

    private void run(String verb, String victim) {
        var result = Script.run(WebhookReceiver.impatience(), verb, victim);
        if (result.exitCode() != 0) {
            findings.add(victim, "'%s' failed: %s".formatted(verb, result.output()));
        }
    }
}
