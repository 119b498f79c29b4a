package dev.paylater.e2e.bench;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.e2e.MerchantClient;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Another engine under the load of the scenario confirm: the body of a payment is posted to its
 * address by as many clients, each time for a new payment.
 */
final class PeerScenario implements BenchScenario {

    static final String NAME = "peer";

    private static final String ID = "{id}";
    private static final String BODY = MerchantClient.body("", "automatic");

    private final int clients;
    private final BenchConnections wire;
    private final String path;
    private final Map<String, Long> processes = new LinkedHashMap<>();

    /**
     * The scenario at an address.
     *
     * @param address in which {@code {id}} becomes a new id with each request
     * @param pids the engine's processes, and those that it needs
     */
    PeerScenario(String address, List<Long> pids, int clients) {
        this.clients = clients;
        var base = URI.create(address.replace(ID, "id"));
        this.wire = new BenchConnections(base.resolve("/").toString(), "", clients);
        this.path =
                address.substring(address.indexOf(base.getRawAuthority()))
                        .replaceFirst("[^/]*", "");
        pids.forEach(pid -> processes.put("process " + pid, pid));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String unit() {
        return "payment";
    }

    /** The engine's processes and the provider simulator, which paylater's figures include too. */
    @Override
    public Map<String, Long> processes() {
        var all = new LinkedHashMap<>(processes);
        all.put("provider-simulator", Machine.processes().getOrDefault("provider-simulator", 0L));
        return all;
    }

    @Override
    public List<Phase> run(Duration length) {
        return BenchScenario.single(
                Load.closed(
                        clients,
                        length,
                        () ->
                                wire.post(
                                                path.replace(
                                                        ID,
                                                        UlidCreator.getMonotonicUlid().toString()),
                                                BODY)
                                        .expect("succeeded")));
    }

    @Override
    public void close() {
        wire.close();
    }
}
