package dev.paylater.e2e.drill;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.Script;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Another merchant's payments of half a megabyte, while orchestrator-service has a small heap. */
final class LargePayments implements Hindrance {

    private static final String SERVICE = "orchestrator-service";
    private static final String HEAP = "-Xmx128m";
    private static final int A_SECOND = 4;
    private static final String NOTE = "x".repeat(500_000);

    private final AtomicLong accepted = new AtomicLong();

    @Override
    public String name() {
        return "large";
    }

    @Override
    public String meaning() {
        return A_SECOND
                + " payments of 500 KB a second of another merchant, "
                + SERVICE
                + " with "
                + HEAP;
    }

    @Override
    public void prepare(SteadyLoad load) {
        restart(Map.of("PAYLATER_JAVA_OPTS_ORCHESTRATOR_SERVICE", HEAP));
    }

    @Override
    public void cleanUp(SteadyLoad load) {
        System.out.println("  " + accepted + " large payments were accepted");
        var hasDied = RunningProcess.of(SERVICE).isEmpty();
        restart(Map.of());
        if (hasDied) {
            throw new AssertionError(SERVICE + " has died of them");
        }
    }

    /** Also where it has died: that is reported when the fault ends. */
    private static void restart(Map<String, String> environment) {
        var _ = Script.run("kill", SERVICE);
        Services.start(environment, SERVICE, 1);
    }

    @Override
    public void play(SteadyLoad load, Duration length) throws InterruptedException {
        var body =
                MerchantClient.with(
                        MerchantClient.body("", "automatic"),
                        "\"ctp_service_details\": {\"note\": \"%s\"}".formatted(NOTE));
        for (var i = 0; i < length.toSeconds() * A_SECOND; i++) {
            Thread.ofVirtual().start(() -> pay(body));
            Thread.sleep(Duration.ofSeconds(1).dividedBy(A_SECOND));
        }
    }

    private void pay(String body) {
        try {
            if (MerchantClient.OTHER.post("/payments", body).status() == 200) {
                accepted.incrementAndGet();
            }
        } catch (UncheckedIOException e) {
            // It counts as not accepted.
        }
    }
}
