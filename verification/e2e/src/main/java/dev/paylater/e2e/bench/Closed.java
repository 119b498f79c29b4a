package dev.paylater.e2e.bench;

import java.time.Duration;
import java.util.List;

/** A number of clients, each of which repeats an action. */
final class Closed implements BenchScenario {

    private final String name;
    private final String unit;
    private final int clients;
    private final BenchConnections wire;
    private final Load.Action action;

    Closed(String name, String unit, int clients, BenchConnections wire, Load.Action action) {
        this.name = name;
        this.unit = unit;
        this.clients = clients;
        this.wire = wire;
        this.action = action;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String unit() {
        return unit;
    }

    @Override
    public List<Phase> run(Duration length) {
        return BenchScenario.single(Load.closed(clients, length, action));
    }

    @Override
    public void close() {
        wire.close();
    }
}
