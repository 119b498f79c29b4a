package dev.paylater.e2e.bench;

import dev.paylater.e2e.MerchantClient;
import java.time.Duration;
import java.util.List;

/** A steady rate, ten times that rate for a while, and the steady rate again. */
final class Burst implements BenchScenario {

    private static final double STEADY_PER_SECOND = 100;
    private static final double TIMES = 10;
    private static final int CLIENTS = 1_000;
    private static final String BODY = MerchantClient.body("", "automatic");

    private final BenchConnections wire = BenchConnections.toTheApi(CLIENTS);

    @Override
    public String name() {
        return "burst";
    }

    @Override
    public String unit() {
        return "payment";
    }

    @Override
    public List<Phase> run(Duration length) {
        return List.of(
                phase("before", STEADY_PER_SECOND, length.dividedBy(2)),
                phase("burst", STEADY_PER_SECOND * TIMES, length),
                phase("after", STEADY_PER_SECOND, length.dividedBy(2)));
    }

    private Phase phase(String phase, double perSecond, Duration length) {
        return new Phase(
                phase,
                Load.open(
                        perSecond,
                        CLIENTS,
                        length,
                        () -> wire.post("/payments", BODY).expect("succeeded")));
    }

    @Override
    public void close() {
        wire.close();
    }
}
