package dev.paylater.simulator.behaviour;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is set at the moment, per connector, with {@code *} for all that have none of their own. */
public final class Behaviours {

    private final Map<String, Behaviour> set = new ConcurrentHashMap<>();

    public void put(Behaviour behaviour) {
        set.put(behaviour.connector(), behaviour);
    }

    public void clear() {
        set.clear();
    }

    public List<Behaviour> all() {
        return List.copyOf(set.values());
    }

    public Behaviour of(String connector) {
        // The benchmark's case, on every call: nothing is set.
        if (set.isEmpty()) {
            return Behaviour.NORMAL;
        }
        var own = set.get(connector);
        return own == null ? set.getOrDefault("*", Behaviour.NORMAL) : own;
    }
}
