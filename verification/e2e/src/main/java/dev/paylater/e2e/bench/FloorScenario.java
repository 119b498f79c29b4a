package dev.paylater.e2e.bench;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.Script;
import dev.paylater.e2e.bench.floor.Floor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the same request costs when nothing is done with it on its way. */
final class FloorScenario implements BenchScenario {

    private static final int KAFKA_PORT = 9092;
    private static final int STORE_PORT = 27017;
    private static final Duration WARM_UP = Duration.ofSeconds(15);

    private final int clients;
    private final Floor floor;
    private final BenchConnections wire;
    private final String body = MerchantClient.body("", "automatic");

    FloorScenario(int clients) {
        this.clients = clients;
        this.floor =
                new Floor(
                        "127.0.0.1:" + (KAFKA_PORT + Script.PORT_OFFSET),
                        "mongodb://127.0.0.1:" + (STORE_PORT + Script.PORT_OFFSET));
        this.wire = new BenchConnections(floor.baseUrl(), "", clients);
        run(WARM_UP);
    }

    @Override
    public String name() {
        return "floor";
    }

    @Override
    public String unit() {
        return "echo";
    }

    @Override
    public Map<String, Long> processes() {
        var processes = new LinkedHashMap<>(floor.pids());
        var system = Machine.processes();
        List.of("kafka", "store")
                .forEach(name -> processes.put(name, system.getOrDefault(name, 0L)));
        return processes;
    }

    @Override
    public List<Phase> run(Duration length) {
        return BenchScenario.single(
                Load.closed(clients, length, () -> wire.post("/", body).expect("")));
    }

    @Override
    public void close() {
        wire.close();
        floor.close();
    }
}
