package dev.paylater.kernel.store;

import dev.paylater.kernel.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Documents in memory, for tests and for the simulation. */
public class MemoryStore<S, E> implements DocumentStore<S, E> {

    private static final Comparator<Due.Position> ORDER =
            Comparator.comparing(Due.Position::at).thenComparing(Due.Position::id);

    private final Map<String, Stored<S, E>> documents = new TreeMap<>();
    private final Function<S, Optional<Instant>> due;
    private final Function<Stored<S, E>, String> partitionKey;

    /**
     * An empty store.
     *
     * @param due when a state must be looked at again
     * @param partitionKey the key that a document's commands travel under
     */
    public MemoryStore(
            Function<S, Optional<Instant>> due, Function<Stored<S, E>, String> partitionKey) {
        this.due = due;
        this.partitionKey = partitionKey;
    }

    public Collection<Stored<S, E>> all() {
        return documents.values();
    }

    public @Nullable Stored<S, E> get(String id) {
        return documents.get(id);
    }

    /** Puts the document there whatever its version is. */
    public void put(Stored<S, E> document) {
        documents.put(document.id(), document);
    }

    /** As if it had never been written. */
    public void remove(String id) {
        documents.remove(id);
    }

    @Override
    public Map<String, Stored<S, E>> find(Collection<String> ids) {
        var found = new HashMap<String, Stored<S, E>>();
        for (var id : ids) {
            var document = documents.get(id);
            if (document != null) {
                found.put(id, document);
            }
        }
        return found;
    }

    @Override
    public Map<String, Stored<S, E>> findNewest(Collection<String> ids) {
        return find(ids);
    }

    @Override
    public List<Due> findDue(Due.Position after, Instant until, int limit) {
        var found = new ArrayList<Due>();
        for (var document : documents.values()) {
            due.apply(document.state())
                    .filter(at -> !at.isAfter(until))
                    .map(at -> due(document, at))
                    .filter(one -> ORDER.compare(one.position(), after) > 0)
                    .ifPresent(found::add);
        }
        found.sort(Comparator.comparing(Due::position, ORDER));
        return List.copyOf(found.subList(0, Math.min(limit, found.size())));
    }

    private Due due(Stored<S, E> document, Instant at) {
        return new Due(document.id(), partitionKey.apply(document), document.version(), at);
    }

    @Override
    public Set<String> write(Collection<Stored<S, E>> changed) {
        var conflicts = new HashSet<String>();
        for (var next : changed) {
            if (!replace(next)) {
                conflicts.add(next.id());
            }
        }
        return conflicts;
    }

    /** Whether it took effect. */
    public boolean replace(Stored<S, E> next) {
        var present = documents.get(next.id());
        var replaces = (present == null ? 0 : present.version()) == next.version() - 1;
        if (replaces) {
            put(next);
        }
        return replaces;
    }
}
