package dev.paylater.e2e.bench;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.ProviderLedger;
import java.time.Duration;
import java.util.List;

/**
 * Confirms at a provider that takes its time, with many more clients, since each of them waits for
 * the provider.
 */
final class SlowProvider implements BenchScenario {

    private static final String BEHAVIOUR = ProviderLedger.BASE + "/simulator/behaviour";

    private final String name;
    private final int clients;
    private final BenchConnections wire;
    private final String body = MerchantClient.body("", "automatic");

    SlowProvider(String name, long latencyMillis, int clients) {
        this.name = name;
        this.clients = clients;
        this.wire = BenchConnections.toTheApi(clients);
        MerchantClient.SANDBOX
                .post(
                        BEHAVIOUR,
                        "{\"connector\":\"sandbox\",\"latency_ms\":%d}".formatted(latencyMillis))
                .expect(200);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String unit() {
        return "payment";
    }

    @Override
    public List<Phase> run(Duration length) {
        return BenchScenario.single(
                Load.closed(
                        clients, length, () -> wire.post("/payments", body).expect("succeeded")));
    }

    @Override
    public void close() {
        wire.close();
        MerchantClient.SANDBOX.delete(BEHAVIOUR).expect(200);
    }
}
