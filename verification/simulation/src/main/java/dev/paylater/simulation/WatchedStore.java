package dev.paylater.simulation;

import com.mongodb.MongoException;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.RefusedCommand;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.DocumentCodec;
import dev.paylater.kernel.store.DocumentStore;
import dev.paylater.kernel.store.DocumentTooLarge;
import dev.paylater.kernel.store.Due;
import dev.paylater.kernel.store.MemoryStore;
import dev.paylater.schemas.MessageSizes;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Documents whose every write is checked against what a domain promises. */
final class WatchedStore<S, E> extends MemoryStore<S, E> {

    /** What is special about one kind of document here. */
    interface Promises<S, E> {

        /** Throws a violation unless a document may be replaced so. */
        void check(@Nullable Stored<S, E> before, Stored<S, E> after);

        /** What a planted bug makes of a write. */
        Stored<S, E> planted(World world, @Nullable Stored<S, E> before, Stored<S, E> next);

        DocumentCodec<S, E> form();

        PlantedBug versionNotChecked();

        PlantedBug deadlinesMissed();
    }

    private static final long LONGEST_ELECTION_MILLIS = 15_000;

    private final World world;
    private final Promises<S, E> promises;
    private final Function<S, Optional<Instant>> due;
    private final DueTimes dueTimes = new DueTimes();

    /** By id, what the majority has where the primary has more. */
    private final Map<String, Optional<Stored<S, E>>> majority = new HashMap<>();

    WatchedStore(
            World world,
            Promises<S, E> promises,
            Function<S, Optional<Instant>> due,
            Function<Stored<S, E>, String> partitionKey) {
        super(due, partitionKey);
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

    static RuntimeException unreachable() {
        return new MongoException("the store cannot be reached");
    }

    @Override
    public void put(Stored<S, E> next) {
        promises.check(get(next.id()), next);
        super.put(next);
        announceDue(next);
    }

    private void announceDue(Stored<S, E> stored) {
        due.apply(stored.state()).ifPresent(at -> dueTimes.set(World.millis(at)));
    }

    /** The primary is lost, and the next one has the write or does not. */
    private void failOver(String id, Optional<Stored<S, E>> before) {
        majority.put(id, before);
        var chance = world.chance();
        var isKept = chance.once(2);
        world.after(
                chance.between(100, LONGEST_ELECTION_MILLIS),
                () -> {
                    if (majority.remove(id, before)) {
                        if (!isKept) {
                            world.tell("store", "%s is ROLLED BACK", id);
                            before.ifPresentOrElse(super::put, () -> remove(id));
                        }
                        Optional.ofNullable(get(id)).ifPresent(this::announceDue);
                    }
                });
    }

    /** What reads with majority concern see. */
    private Map<String, Stored<S, E>> durable(Map<String, Stored<S, E>> found) {
        var durable = new HashMap<String, Stored<S, E>>();
        found.forEach(
                (id, stored) ->
                        majority.getOrDefault(id, Optional.of(stored))
                                .ifPresent(one -> durable.put(id, one)));
        return durable;
    }

    private final class Client implements DocumentStore<S, E> {

        private final Node node;

        Client(Node node) {
            this.node = node;
        }

        @Override
        public Map<String, Stored<S, E>> find(Collection<String> ids) {
            node.step("reads %d documents", ids.size());
            node.checkHeard(WatchedStore::unreachable);
            node.checkAnswered(WatchedStore::unreachable);
            var found = WatchedStore.this.find(ids);
            return world.has(PlantedBug.UNCONFIRMED_WRITE_READ) ? found : durable(found);
        }

        @Override
        public Map<String, Stored<S, E>> findNewest(Collection<String> ids) {
            node.step("reads the newest of %d documents", ids.size());
            node.checkHeard(WatchedStore::unreachable);
            node.checkAnswered(WatchedStore::unreachable);
            if (!world.has(PlantedBug.DECIDED_ON_MAJORITY_READ)
                    && !world.has(PlantedBug.UNCONFIRMED_WRITE_READ)) {
                ids.forEach(this::checkDurable);
            }
            return find(ids);
        }

        private void checkDurable(String id) {
            if (majority.containsKey(id)) {
                throw new MongoException("no majority has " + id);
            }
        }

        @Override
        public List<Due> findDue(Due.Position after, Instant until, int limit) {
            if (world.has(promises.deadlinesMissed()) || node.isCutOff()) {
                return List.of();
            }
            // What a majority does not have yet is seen when it has.
            return WatchedStore.this.findDue(after, until, limit).stream()
                    .filter(one -> !majority.containsKey(one.id()))
                    .toList();
        }

        @Override
        public Set<String> write(Collection<Stored<S, E>> documents) {
            var conflicts = new HashSet<String>();
            for (var next : documents) {
                try {
                    if (!writes(promises.planted(world, get(next.id()), next))) {
                        world.tell(node.name, "meets a conflict over %s", next.id());
                        conflicts.add(next.id());
                    }
                } catch (MongoException e) {
                    if (!world.has(PlantedBug.FAILED_WRITE_TAKEN_AS_MADE)) {
                        throw e;
                    }
                }
            }
            return world.has(PlantedBug.CONFLICT_TAKEN_AS_MADE) ? Set.of() : conflicts;
        }

        private boolean writes(Stored<S, E> next) {
            node.step("writes %s version %d", next.id(), next.version());
            node.checkHeard(WatchedStore::unreachable);
            fail();
            var before = Optional.ofNullable(get(next.id()));
            var replaced =
                    replaces(
                            world.has(PlantedBug.REFUSAL_FORGOTTEN)
                                    ? with(next, List.of(), next.asRead())
                                    : next);
            if (replaced) {
                majority.remove(next.id());
                if (world.chance().strikes(Fault.STORE_FAILOVER)) {
                    world.tell(node.name, "the store loses its primary over %s", next.id());
                    failOver(next.id(), before);
                    throw new MongoException("waiting for replication timed out");
                }
            }
            node.step("has written %s", next.id());
            node.checkAnswered(WatchedStore::unreachable);
            fail();
            return replaced;
        }

        private boolean replaces(Stored<S, E> written) {
            var before = get(written.id());
            var next = inDocument(before, written);
            if (world.has(promises.versionNotChecked())) {
                put(next);
            } else if (!replace(next)) {
                return false;
            }
            world.tell("store", "%s: %s", next.id(), news(before, next));
            return true;
        }

        /** As it is read again. In most worlds that would only take time. */
        private Stored<S, E> inDocument(@Nullable Stored<S, E> before, Stored<S, E> next) {
            var hasVersions = world.chance().knows(Circumstance.TWO_VERSIONS);
            if (!hasVersions && !world.chance().knows(Circumstance.LARGE)) {
                return next;
            }
            var document =
                    promises.form()
                            .whole(
                                    world.has(PlantedBug.UNKNOWN_FIELDS_DROPPED)
                                            ? with(next, next.refused(), null)
                                            : next,
                                    node.name);
            if (document.getByteBuffer().remaining() > MessageSizes.MAX_DOCUMENT) {
                throw new DocumentTooLarge(next.id(), document.getByteBuffer().remaining());
            }
            var replaces = (before == null ? 0 : before.version()) == next.version() - 1;
            if (hasVersions && replaces && NewerVersion.isOf(node)) {
                document = NewerVersion.written(before, document);
            }
            if (replaces) {
                NewerVersion.requireKept(before, document);
            }
            return promises.form().read(document);
        }

        private void fail() {
            if (world.chance().strikes(Fault.STORE_FAILS)) {
                world.tell(node.name, "the store FAILS");
                throw new MongoException("connection lost");
            }
        }
    }

    private static <S, E> Stored<S, E> with(
            Stored<S, E> stored, List<RefusedCommand> refused, @Nullable RawBsonDocument asRead) {
        return new Stored<>(
                stored.id(),
                stored.version(),
                stored.state(),
                stored.journal(),
                stored.waiters(),
                stored.taken(),
                refused,
                asRead);
    }

    private static <S, E> List<String> news(@Nullable Stored<S, E> before, Stored<S, E> after) {
        return added(before, after).stream()
                .map(entry -> entry.event().getClass().getSimpleName())
                .toList();
    }

    static <S, E> List<Entry<E>> added(@Nullable Stored<S, E> before, Stored<S, E> after) {
        var known = before == null ? 0 : before.journal().getLast().sequence();
        return after.journal().stream().filter(entry -> entry.sequence() > known).toList();
    }
}
