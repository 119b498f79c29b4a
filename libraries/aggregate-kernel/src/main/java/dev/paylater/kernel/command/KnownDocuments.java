package dev.paylater.kernel.command;

import com.github.benmanes.caffeine.cache.Cache;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.DocumentStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one poll. One that this process wrote a moment ago is not read again but
 * remembered, and one that is to be created is taken as absent. Either may be wrong, because
 * another process has written meanwhile, and so may be what was read, because a write that was not
 * confirmed can become durable after all: a write is conditional and shows it, and whoever wants to
 * act without a write has to {@link #readNewest} first.
 */
final class KnownDocuments<S, E> {

    private static final int READ_AT_ONCE = 32;

    private final DocumentStore<S, E> store;
    private final Cache<String, Stored<S, E>> recent;
    private final Predicate<S> atRest;
    private final Map<String, Stored<S, E>> current = new HashMap<>();
    private final Set<String> newest = new HashSet<>();

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
                    } else if (!command.creates()) {
                        unknown.add(id);
                    }
                });
        read(unknown, store::find);
    }

    /**
     * Some at a time, and not more than there is room for: the round is then made smaller.
     *
     * @throws BatchInterrupted when the documents are too large together
     */
    private void read(
            Collection<String> ids,
            Function<Collection<String>, Map<String, Stored<S, E>>> reading) {
        var left = List.copyOf(ids);
        while (!left.isEmpty()) {
            var some = left.subList(0, Math.min(READ_AT_ONCE, left.size()));
            current.putAll(reading.apply(some));
            left = left.subList(some.size(), left.size());
            var bytes = current.values().stream().mapToLong(HeapShare::of).sum();
            if (bytes > HeapShare.BYTES && current.size() > 1) {
                throw new BatchInterrupted(
                        "%s documents would take %s bytes of the heap"
                                .formatted(current.size() + left.size(), bytes));
            }
        }
    }

    @Nullable Stored<S, E> get(String id) {
        return current.get(id);
    }

    /** Whether nobody can have written the document before this process saw it like this. */
    boolean isNewest(String id) {
        return newest.contains(id);
    }

    /** Takes these from the store as they are now. */
    void readNewest(Collection<String> ids) {
        if (!ids.isEmpty()) {
            ids.forEach(current::remove);
            recent.invalidateAll(ids);
            read(ids, store::findNewest);
            newest.addAll(ids);
        }
    }

    void written(Stored<S, E> stored) {
        current.put(stored.id(), stored);
        newest.add(stored.id());
        if (atRest.test(stored.state())) {
            recent.invalidate(stored.id());
        } else {
            recent.put(stored.id(), stored);
        }
    }
}
