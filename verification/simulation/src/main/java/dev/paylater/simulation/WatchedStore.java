package dev.paylater.simulation;

import com.mongodb.MongoException;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.DocumentStore;
import dev.paylater.kernel.store.Due;
import dev.paylater.kernel.store.MemoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Documents whose every write is checked against what a domain promises. */
final class WatchedStore<S, E> extends MemoryStore<S, E> {

    /** What is special about one kind of document here. */
    interface Promises<S, E> {

        /** Throws a violation unless a document may be replaced so. */
        void check(@Nullable Stored<S, E> before, Stored<S, E> after);

        /** What a planted bug makes of a write. */
        Stored<S, E> planted(World world, @Nullable Stored<S, E> before, Stored<S, E> next);

        PlantedBug versionNotChecked();

        PlantedBug deadlinesMissed();
    }

    private final World world;
    private final Promises<S, E> promises;
    private final Function<S, Optional<Instant>> due;
    private final DueTimes dueTimes = new DueTimes();

    WatchedStore(
            World world,
            Promises<S, E> promises,
            Function<S, Optional<Instant>> due,
            Function<Stored<S, E>, String> orderKey) {
        super(due, orderKey);
        this.world = world;
        this.promises = promises;
        this.due = due;
    }

    DueTimes dueTimes() {
        return dueTimes;
    }

    /** The store as this process uses it. */
    DocumentStore<S, E> usedBy(Node node) {
        return new Client(node);
    }

    @Override
    public void put(Stored<S, E> next) {
        promises.check(get(next.id()), next);
        super.put(next);
        due.apply(next.state()).ifPresent(at -> dueTimes.set(World.millis(at)));
    }

    private final class Client implements DocumentStore<S, E> {

        private final Node node;

        Client(Node node) {
            this.node = node;
        }

        @Override
        public Map<String, Stored<S, E>> find(Collection<String> ids) {
            node.step("reads %d documents", ids.size());
            return WatchedStore.this.find(ids);
        }

        @Override
        public List<Due> findDue(Due.Position after, Instant until, int limit) {
            return world.has(promises.deadlinesMissed())
                    ? List.of()
                    : WatchedStore.this.findDue(after, until, limit);
        }

        @Override
        public Set<String> write(Collection<Stored<S, E>> documents) {
            var conflicts = new HashSet<String>();
            for (var next : documents) {
                node.step("writes %s version %d", next.id(), next.version());
                fail();
                if (!replaces(promises.planted(world, get(next.id()), next))) {
                    world.tell(node.name, "meets a conflict over %s", next.id());
                    conflicts.add(next.id());
                }
                node.step("has written %s", next.id());
                fail();
            }
            return conflicts;
        }

        private boolean replaces(Stored<S, E> next) {
            var before = get(next.id());
            if (world.has(promises.versionNotChecked())) {
                put(next);
            } else if (!replace(next)) {
                return false;
            }
            world.tell("store", "%s: %s", next.id(), news(before, next));
            return true;
        }

        private void fail() {
            if (world.chance().strikes(Fault.STORE_FAILS)) {
                world.tell(node.name, "the store FAILS");
                throw new MongoException("connection lost");
            }
        }
    }

    private static <S, E> List<String> news(@Nullable Stored<S, E> before, Stored<S, E> after) {
        return added(before, after).stream()
                .map(entry -> String.valueOf(entry.event()).replaceAll("\\[.*", ""))
                .toList();
    }

    static <S, E> List<Entry<E>> added(@Nullable Stored<S, E> before, Stored<S, E> after) {
        var known = before == null ? 0 : before.journal().getLast().sequence();
        return after.journal().stream().filter(entry -> entry.sequence() > known).toList();
    }
}
