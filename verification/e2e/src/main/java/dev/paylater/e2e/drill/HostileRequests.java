package dev.paylater.e2e.drill;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.RunningProcess;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Bodies with thousands of faults, from a browser's key and from another merchant's server. */
final class HostileRequests implements Hindrance {

    private static final String SERVICE = "api-service";
    private static final int COUNT = 200;
    private static final int LARGEST_ANSWER = 64 * 1024;
    private static final String NO_PAYMENT = "/payments/pay_0123456789abcdefghij/confirm";

    private static final List<String> BODIES =
            List.of(
                    "{\"client_secret\": \"wrong\", \"metadata\": {\"%s\": [%s]}}"
                            .formatted("k".repeat(49_000), repeated("1e99")),
                    "{\"client_secret\": \"wrong\", \"order_details\": [%s]}"
                            .formatted(repeated("1")),
                    "{\"client_secret\": \"wrong\", \"order_details\": [%s]}"
                            .formatted(repeated("\"\\ud83d\"")));

    private final Queue<String> faults = new ConcurrentLinkedQueue<>();

    private static String repeated(String value) {
        return String.join(",", Collections.nCopies(4_000, value));
    }

    @Override
    public String name() {
        return "hostile";
    }

    @Override
    public String meaning() {
        return COUNT + " bodies of up to 70 KB with thousands of faults each";
    }

    @Override
    public void play(SteadyLoad load, Duration length) throws InterruptedException {
        var before = RunningProcess.of(SERVICE).getFirst();
        var pause = length.dividedBy(COUNT);
        for (var i = 0; i < COUNT; i++) {
            var body = BODIES.get(i % BODIES.size());
            var isBrowser = i % 2 == 0;
            Thread.ofVirtual()
                    .start(
                            () -> {
                                if (isBrowser) {
                                    send(MerchantClient.CUSTOMER, NO_PAYMENT, body);
                                } else {
                                    send(MerchantClient.OTHER, "/payments", body);
                                }
                            });
            Thread.sleep(pause);
        }
        if (!before.isAlive()) {
            throw new AssertionError(SERVICE + " has died");
        }
        if (!faults.isEmpty()) {
            throw new AssertionError(faults.size() + " wrong answers, the first: " + faults.peek());
        }
    }

    private void send(MerchantClient sender, String path, String body) {
        var answer = sender.post(path, body);
        var size = answer.text().length();
        if (answer.status() < 400 || answer.status() >= 500 || size > LARGEST_ANSWER) {
            faults.add("HTTP " + answer.status() + " with " + size + " characters");
        }
    }
}
