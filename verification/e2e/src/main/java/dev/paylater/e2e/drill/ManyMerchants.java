package dev.paylater.e2e.drill;

import dev.paylater.e2e.Crowd;
import dev.paylater.e2e.Merchant;
import dev.paylater.e2e.Provider;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Each purchase is another merchant's, so that nothing of the merchant is in any cache. */
final class ManyMerchants implements Fault {

    private static final int AT_ONCE = 16;

    private final int count;
    private List<Merchant> merchants = List.of();

    ManyMerchants(int count) {
        this.count = count;
    }

    @Override
    public String name() {
        return "merchants";
    }

    @Override
    public String meaning() {
        return "purchases at " + count + " merchants in place of one";
    }

    @Override
    public void prepare(SteadyLoad load) {
        var run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        var number = new AtomicInteger();
        merchants =
                Crowd.start(
                                count,
                                AT_ONCE,
                                () -> merchant("many_" + run + "_" + number.incrementAndGet()))
                        .stream()
                        .map(Crowd::await)
                        .toList();
    }

    private static Merchant merchant(String id) {
        Merchant.administer("", "{\"merchant_id\": \"" + id + "\"}").expect(200);
        Merchant.administer(
                        "/" + id + "/connector_accounts",
                        """
                        {"connector": "sandbox", "credentials": {"api_key": "sandbox_%s"},
                         "base_url": "%s/sandbox/v1"}
                        """
                                .formatted(id, Provider.BASE))
                .expect(200);
        return new Merchant(
                Merchant.administer("/" + id + "/api_keys", "{\"kind\": \"secret\"}")
                        .expect(200)
                        .string("api_key"));
    }

    @Override
    public void play(SteadyLoad load, Duration length) throws InterruptedException {
        load.from(() -> merchants.get(ThreadLocalRandom.current().nextInt(merchants.size())));
        Thread.sleep(length);
        load.from(() -> Merchant.SANDBOX);
    }
}
