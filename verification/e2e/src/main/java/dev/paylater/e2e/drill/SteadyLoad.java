package dev.paylater.e2e.drill;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.MerchantClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Purchases that begin at a fixed rate whatever becomes of those before, so that a pause of the
 * system shows in each purchase that it delays. A merchant asks again with the same idempotency key
 * until the purchase is paid.
 */
final class SteadyLoad implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Set<Integer> ASK_AGAIN = Set.of(409, 429, 500, 502, 503, 504);
    private static final String BODY = MerchantClient.body("", "automatic");

    private final Queue<Paid> purchases = new ConcurrentLinkedQueue<>();
    private final Phaser underWay = new Phaser(1);
    private final AtomicLong turn = new AtomicLong();
    private final long nanosBetween;
    private volatile Supplier<MerchantClient> merchants = () -> MerchantClient.SANDBOX;
    private volatile List<String> doors = List.of(MerchantClient.BASE);
    private volatile boolean goesOn = true;

    SteadyLoad(double perSecond) {
        nanosBetween = (long) (1e9 / perSecond);
        Thread.ofPlatform().name("arrivals").start(this::arrive);
    }

    /** Whose purchases those are that begin from now on. */
    void from(Supplier<MerchantClient> those) {
        merchants = those;
    }

    /** The addresses of the api-services behind the load balancer. */
    void through(List<String> addresses) {
        doors = List.copyOf(addresses);
    }

    /** All that have ended until now. */
    List<Paid> purchases() {
        return List.copyOf(purchases);
    }

    private void arrive() {
        var next = System.nanoTime();
        while (goesOn) {
            for (var early = next - System.nanoTime();
                    early > 0;
                    early = next - System.nanoTime()) {
                LockSupport.parkNanos(early);
            }
            var planned = next;
            underWay.register();
            Thread.ofVirtual().start(() -> buy(planned));
            next += nanosBetween;
        }
    }

    private void buy(long planned) {
        var merchant = merchants.get();
        var headers = Map.of("Idempotency-Key", UUID.randomUUID().toString());
        var refusals = 0;
        try {
            while (System.nanoTime() - planned < PATIENCE.toNanos()) {
                if (isPaid(merchant, headers)) {
                    purchases.add(new Paid(planned, System.nanoTime(), refusals));
                    return;
                }
                refusals++;
                MerchantClient.pause();
            }
            purchases.add(new Paid(planned, 0, refusals));
        } finally {
            underWay.arriveAndDeregister();
        }
    }

    /** Asks one door, and the next where nobody is there, as a load balancer does. */
    private boolean isPaid(MerchantClient merchant, Map<String, String> headers) {
        var all = doors;
        var first = turn.getAndIncrement();
        for (var i = 0; i < all.size(); i++) {
            var door = all.get((int) ((first + i) % all.size()));
            try {
                return isPaid(
                        merchant.at(door), merchant.at(door).post("/payments", BODY, headers));
            } catch (UncheckedIOException e) {
                // Nobody there, or gone while it was asked: the key makes asking again safe.
            }
        }
        return false;
    }

    private static boolean isPaid(MerchantClient merchant, ApiAnswer answer) {
        if (ASK_AGAIN.contains(answer.status())) {
            return false;
        }
        var payment = answer.expect(200);
        if (payment.string("status").equals("processing")) {
            payment = merchant.get("/payments/" + payment.string("payment_id"));
        }
        return payment.status() == 200 && payment.string("status").equals("succeeded");
    }

    /** Begins no more, and waits for those under way. */
    @Override
    public void close() {
        goesOn = false;
        underWay.arriveAndAwaitAdvance();
    }
}
