package dev.paylater.e2e.gameday;

import dev.paylater.e2e.MerchantClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** Purchases all the while, whatever becomes of each: a system that nobody uses tells nothing. */
final class SteadyPurchases implements AutoCloseable {

    private static final Duration BETWEEN = Duration.ofMillis(250);
    private static final String BODY = MerchantClient.body("", "automatic");

    private volatile boolean goesOn = true;

    SteadyPurchases() {
        Thread.ofPlatform().daemon().name("customers").start(this::arrive);
    }

    private void arrive() {
        while (goesOn) {
            Thread.ofVirtual().start(SteadyPurchases::buy);
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
    }

    private static void buy() {
        try {
            var _ =
                    MerchantClient.SANDBOX.post(
                            "/payments",
                            BODY,
                            Map.of("Idempotency-Key", UUID.randomUUID().toString()));
        } catch (UncheckedIOException _) {
            // Nobody answered in time; reconcile tells at the end what became of it.
        }
    }

    @Override
    public void close() {
        goesOn = false;
    }
}
