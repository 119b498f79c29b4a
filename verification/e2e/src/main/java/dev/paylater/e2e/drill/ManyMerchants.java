package dev.paylater.e2e.drill;

import dev.paylater.e2e.Crowd;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.ProviderLedger;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Each purchase is another merchant's, so that nothing of the merchant is in any cache. */
final class ManyMerchants implements Hindrance {

    private static final int AT_ONCE = 16;

    private final int count;
    private List<MerchantClient> merchants = List.of();

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

    private static MerchantClient merchant(String id) {
        MerchantClient.administer("", "{\"merchant_id\": \"" + id + "\"}").expect(200);
        MerchantClient.administer(
                        "/" + id + "/connector_accounts",
                        """
                        {"connector": "sandbox", "credentials": {"api_key": "sandbox_%s"},
                         "base_url": "%s/sandbox/v1"}
                        """
                                .formatted(id, ProviderLedger.BASE))
                .expect(200);
        return new MerchantClient(
                MerchantClient.administer("/" + id + "/api_keys", "{\"kind\": \"secret\"}")
                        .expect(200)
                        .string("api_key"));
    }

    @Override
    public void play(SteadyLoad load, Duration length) throws InterruptedException {
        load.from(() -> merchants.get(ThreadLocalRandom.current().nextInt(merchants.size())));
        Thread.sleep(length);
        load.from(() -> MerchantClient.SANDBOX);
    }
}
