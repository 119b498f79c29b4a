package dev.paylater.api.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads by key, many at once: what is wanted while a read is under way waits for the next one,
 * which takes all of it. Where little is wanted nothing waits; where much is wanted the store is
 * asked less often. A read begins after it was wanted, so whoever has seen a write also reads it.
 *
 * @param <V> what is found
 */
final class GatheredReads<V> {

    private static final int MAX_KEYS = 100;

    private final Function<Set<String>, Map<String, V>> read;
    private final Queue<Wanted<V>> waiting = new ConcurrentLinkedQueue<>();
    private final Semaphore reads = new Semaphore(1);

    /**
     * From what finds the values of keys.
     *
     * @param read may block; keys that nothing is found for are absent from its result
     */
    GatheredReads(Function<Set<String>, Map<String, V>> read) {
        this.read = read;
    }

    private record Wanted<V>(String key, CompletableFuture<@Nullable V> found) {}

    /** Waits for the value; fails as the read that should have found it did. */
    Optional<V> find(String key) {
        var wanted = new Wanted<V>(key, new CompletableFuture<>());
        waiting.add(wanted);
        readOnce();
        try {
            return Optional.ofNullable(wanted.found().join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** How many are waiting for a read to begin. */
    int waiting() {
        return waiting.size();
    }

    /** Nobody reads more than once for others: what is left over gets a thread of its own. */
    private void readOnce() {
        if (!reads.tryAcquire()) {
            return;
        }
        try {
            answer(next());
        } finally {
            reads.release();
        }
        if (!waiting.isEmpty()) {
            Thread.startVirtualThread(this::readOnce);
        }
    }

    private List<Wanted<V>> next() {
        var next = new ArrayList<Wanted<V>>();
        for (var wanted = waiting.poll(); wanted != null; wanted = waiting.poll()) {
            next.add(wanted);
            if (next.size() == MAX_KEYS) {
                break;
            }
        }
        return next;
    }

    private void answer(List<Wanted<V>> wanted) {
        if (wanted.isEmpty()) {
            return;
        }
        try {
            var keys = new HashSet<String>();
            wanted.forEach(one -> keys.add(one.key()));
            var found = read.apply(keys);
            wanted.forEach(one -> one.found().complete(found.get(one.key())));
        } catch (RuntimeException | Error e) {
            wanted.forEach(one -> one.found().completeExceptionally(e));
        }
    }
}
