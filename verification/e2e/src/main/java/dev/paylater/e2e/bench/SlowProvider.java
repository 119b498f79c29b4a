package dev.paylater.e2e.bench;

import dev.paylater.e2e.Merchant;
import dev.paylater.e2e.Provider;
import java.time.Duration;
import java.util.List;

/**
 * Confirms at a provider that takes its time, with many more clients, since each of them waits for
 * the provider.
 */
final class SlowProvider implements Scenario {

    private static final String BEHAVIOUR = Provider.BASE + "/simulator/behaviour";

    private final String name;
    private final int clients;
    private final Wire wire;
    private final String body = Merchant.body("", "automatic");

    SlowProvider(String name, long latencyMillis, int clients) {
        this.name = name;
        this.clients = clients;
        this.wire = Wire.toTheApi(clients);
        Merchant.SANDBOX
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
        return Scenario.single(
                Load.closed(
                        clients, length, () -> wire.post("/payments", body).expect("succeeded")));
    }

    @Override
    public void close() {
        wire.close();
        Merchant.SANDBOX.delete(BEHAVIOUR).expect(200);
    }
}
