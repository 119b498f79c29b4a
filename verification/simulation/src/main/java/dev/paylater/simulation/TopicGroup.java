package dev.paylater.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A consumer group of one topic: who has which partition, in which generation, and how far each is
 * committed. An owner that is handling records gives a partition away at its next poll, as the
 * cooperative protocol has it. When it is silent for as long as a session lasts the partition is
 * taken from it; until it looks again it is a zombie, and what it commits is refused.
 */
final class TopicGroup {

    static final long SESSION_MILLIS = 6_000;

    /** One partition as the group's coordinator sees it. */
    private static final class Seat {
        private long committed;
        private @Nullable Node owner;
        private int generation;

        /** Who gets it when the owner gives it away. */
        private @Nullable Runnable handOver;
    }

    final String topic;
    private final World world;
    private final MemoryLog log;
    private final List<Seat> seats = new ArrayList<>();
    private final Set<Node> members = new LinkedHashSet<>();
    private final Set<Consumer> consumers = new LinkedHashSet<>();

    TopicGroup(World world, MemoryLog log, String topic) {
        this.world = world;
        this.log = log;
        this.topic = topic;
        log.partitions(topic).forEach(_ -> seats.add(new Seat()));
        log.onNews(topic, () -> consumers.forEach(Consumer::wake));
    }

    int size() {
        return seats.size();
    }

    void join(Node node, Consumer consumer) {
        consumers.removeIf(known -> known.node().equals(node));
        consumers.add(consumer);
        // Known by its instance id: whoever comes back in time finds its partitions as they were.
        for (var seat : seats) {
            if (node.equals(seat.owner)) {
                seat.generation++;
            }
        }
        if (members.add(node)) {
            rebalance();
        }
    }

    void gone(Node node) {
        consumers.removeIf(known -> known.node().equals(node));
        silent(node);
    }

    /** Nothing is heard of a member: it loses its place once its session is over. */
    void silent(Node node) {
        world.after(
                SESSION_MILLIS,
                () -> {
                    if (!node.isHeard() && members.remove(node)) {
                        world.tell("group", "%s has no member %s any more", topic, node.name);
                        rebalance();
                    }
                });
    }

    /** A member that was silent can be heard again. */
    void back(Node node) {
        if (members.add(node)) {
            rebalance();
        } else {
            consumers.forEach(Consumer::wake);
        }
    }

    /** Deals the partitions out anew, at random. */
    void rebalance() {
        var present = List.copyOf(members);
        for (var i = 0; i < seats.size(); i++) {
            var partition = i;
            var seat = seats.get(i);
            var next = present.isEmpty() ? null : world.chance().pick(present);
            if (Objects.equals(next, seat.owner)) {
                seat.handOver = null;
                continue;
            }
            var handling = handling(seat.owner, partition);
            if (handling.isPresent()) {
                Runnable handOver = () -> give(partition, next);
                seat.handOver = handOver;
                world.after(
                        handling.get().drainMillis(),
                        () -> {
                            if (handOver.equals(seat.handOver)) {
                                handOver.run();
                            }
                        });
            } else {
                give(partition, next);
            }
        }
    }

    /** Who has to be waited for. */
    private Optional<Consumer> handling(@Nullable Node owner, int partition) {
        return owner != null && owner.isRunning() && members.contains(owner)
                ? consumers.stream()
                        .filter(c -> c.node().equals(owner) && c.isHandling(partition))
                        .findFirst()
                : Optional.empty();
    }

    private void give(int partition, @Nullable Node owner) {
        var seat = seats.get(partition);
        seat.handOver = null;
        seat.owner = owner;
        seat.generation++;
        world.tell(
                "group",
                "%s-%d goes to %s",
                topic,
                partition,
                owner == null ? "nobody" : owner.name);
        consumers.forEach(Consumer::wake);
    }

    /** A member looks: it gives away what somebody else is to have. */
    void polls(Node node) {
        for (var i = 0; i < seats.size(); i++) {
            var seat = seats.get(i);
            if (node.equals(seat.owner) && seat.handOver != null && handling(node, i).isEmpty()) {
                seat.handOver.run();
            }
        }
    }

    /** Everybody reads on from what is committed. */
    void restart() {
        seats.forEach(seat -> seat.generation++);
        consumers.forEach(Consumer::wake);
    }

    /** The generation in which the node has the partition, or -1. */
    int generation(int partition, Node node) {
        var seat = seats.get(partition);
        return node.equals(seat.owner) ? seat.generation : -1;
    }

    long committed(int partition) {
        return seats.get(partition).committed;
    }

    MemoryLog.Partition records(int partition) {
        return log.partitions(topic).get(partition);
    }

    /** Commits, unless the partition has gone to somebody else since; whether that is known. */
    boolean commit(int partition, int generation, Node node, long offset) {
        var seat = seats.get(partition);
        if (!node.isHeard()) {
            world.tell(node.name, "commit of %s-%d does not arrive", topic, partition);
        } else if (generation < 0 || generation != generation(partition, node)) {
            world.tell(node.name, "commit of %s-%d is refused: a zombie", topic, partition);
        } else if (world.chance().strikes(Fault.COMMIT_LOST)) {
            world.tell(node.name, "commit of %s-%d@%d is lost", topic, partition, offset);
        } else {
            world.tell(node.name, "commits %s-%d@%d", topic, partition, offset);
            seat.committed = offset;
            return !node.isCutOff();
        }
        return false;
    }

    /** For how long the record that has waited longest could be read and was not committed. */
    long behindMillis() {
        var longest = 0L;
        for (var i = 0; i < seats.size(); i++) {
            var since = records(i).visibleFrom(seats.get(i).committed).orElse(world.now());
            longest = Math.max(longest, world.now() - since);
        }
        return longest;
    }

    /** A partition that is not committed to its end, if there is one. */
    Optional<String> lag() {
        for (var i = 0; i < seats.size(); i++) {
            var seat = seats.get(i);
            if (seat.committed < records(i).end()) {
                return Optional.of(
                        "%s-%d is committed to %d of %d"
                                .formatted(topic, i, seat.committed, records(i).end()));
            }
        }
        return Optional.empty();
    }
}
