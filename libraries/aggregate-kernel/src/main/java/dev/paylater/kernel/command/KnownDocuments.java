package dev.paylater.kernel.command;

import com.github.benmanes.caffeine.cache.Cache;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.DocumentStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one poll. One that this process wrote a moment ago is not read again but
 * remembered, and one that is to be created is taken as absent. Either may be wrong, because
 * another process has written meanwhile: a write is conditional and shows it, and whoever wants to
 * act on memory without a write has to {@link #read} first.
 */
final class KnownDocuments<S, E> {

    private final DocumentStore<S, E> store;
    private final Cache<String, Stored<S, E>> recent;
    private final Predicate<S> atRest;
    private final Map<String, Stored<S, E>> current = new HashMap<>();
    private final Set<String> remembered = new HashSet<>();

    KnownDocuments(
            DocumentStore<S, E> store, Cache<String, Stored<S, E>> recent, Predicate<S> atRest) {
        this.store = store;
        this.recent = recent;
        this.atRest = atRest;
    }

    /**
     * Gets those that commands are for.
     *
     * @param first the first command for each document, by id
     */
    void load(Map<String, ? extends Received> first) {
        var unknown = new HashSet<String>();
        first.forEach(
                (id, command) -> {
                    var stored = recent.getIfPresent(id);
                    if (stored != null) {
                        current.put(id, stored);
                        remembered.add(id);
                    } else if (command.creates()) {
                        remembered.add(id);
                    } else {
                        unknown.add(id);
                    }
                });
        read(unknown);
    }

    @Nullable Stored<S, E> get(String id) {
        return current.get(id);
    }

    /** Whether somebody else may have written the document since this process last saw it. */
    boolean isRemembered(String id) {
        return remembered.contains(id);
    }

    /** Takes these from the store as they are now. */
    void read(Collection<String> ids) {
        if (!ids.isEmpty()) {
            ids.forEach(current::remove);
            remembered.removeAll(ids);
            recent.invalidateAll(ids);
            current.putAll(store.find(ids));
        }
    }

    void written(Stored<S, E> stored) {
        current.put(stored.id(), stored);
        remembered.remove(stored.id());
        if (atRest.test(stored.state())) {
            recent.invalidate(stored.id());
        } else {
            recent.put(stored.id(), stored);
        }
    }
}
