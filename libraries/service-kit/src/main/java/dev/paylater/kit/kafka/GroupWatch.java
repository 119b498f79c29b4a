package dev.paylater.kit.kafka;

import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how far the consumer groups of all services are behind, and whether anybody is in them.
 * Every service measures every group that it may look at: one that has died can tell nobody.
 */
final class GroupWatch implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GroupWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Of connectors that nobody has served yet there is no topic. */
    static final Map<String, String> TOPICS = Topic.byGroup();

    /** A committed offset with records behind it, and since when it has been the same. */
    private record Standing(long offset, long since) {}

    /** Of one group: how many are in it, and how much each partition has left. */
    private static final class Measured {
        private volatile int members;
        private final Map<Integer, Long> lags = new ConcurrentHashMap<>();
        private final Map<Integer, Standing> standing = new ConcurrentHashMap<>();
    }

    private final Admin admin;
    private final MeterRegistry meters;
    private final LongSupplier nanoTime;
    private final Map<String, Measured> groups = new ConcurrentHashMap<>();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("group-watch").daemon().factory());
    private volatile long measuredAt;

    GroupWatch(Admin admin, MeterRegistry meters, LongSupplier nanoTime) {
        this.admin = admin;
        this.meters = meters;
        this.nanoTime = nanoTime;
        this.measuredAt = nanoTime.getAsLong();
        Gauge.builder("paylater.kafka.measured.seconds.ago", () -> secondsSince(measuredAt))
                .description("Since when the consumer groups could not be measured")
                .register(meters);
    }

    void start() {
        var _ =
                thread.scheduleWithFixedDelay(
                        this::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            measure();
        } catch (ExecutionException | TimeoutException e) {
            // The gauge of how long ago says it; the clients of the service log that Kafka is away.
            log.debug("Consumer groups cannot be measured: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.debug("Consumer groups cannot be measured", e);
        }
    }

    /** Measures all groups once. */
    void measure() throws ExecutionException, InterruptedException, TimeoutException {
        var partitions = partitions();
        var watched = watched(partitions);
        if (!watched.isEmpty()) {
            var ends = offsets(of(watched.keySet(), partitions), OffsetSpec.latest());
            var committed = committed(watched.keySet());
            var starts = offsets(uncommitted(ends, committed), OffsetSpec.earliest());
            watched.forEach((group, members) -> keep(group, members, ends, committed, starts));
        }
        measuredAt = nanoTime.getAsLong();
    }

    /** Of the topics that exist and that this service may look at. */
    private Map<String, Integer> partitions()
            throws ExecutionException, InterruptedException, TimeoutException {
        var partitions = new HashMap<String, Integer>();
        for (var described : admin.describeTopics(TOPICS.values()).topicNameValues().entrySet()) {
            TopicDescription topic = orNull(described.getValue());
            if (topic != null) {
                partitions.put(described.getKey(), topic.partitions().size());
            }
        }
        return partitions;
    }

    /** The groups whose topic exists, with the number of their members. */
    private Map<String, Integer> watched(Map<String, Integer> partitions)
            throws ExecutionException, InterruptedException, TimeoutException {
        var groups =
                TOPICS.keySet().stream()
                        .filter(group -> partitions.containsKey(TOPICS.get(group)))
                        .toList();
        var watched = new HashMap<String, Integer>();
        for (var described : admin.describeConsumerGroups(groups).describedGroups().entrySet()) {
            try {
                var group = described.getValue().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                watched.put(described.getKey(), group.members().size());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof GroupIdNotFoundException) {
                    watched.put(described.getKey(), 0);
                } else if (!(e.getCause() instanceof AuthorizationException)) {
                    throw e;
                }
            }
        }
        return watched;
    }

    private static List<TopicPartition> of(
            Collection<String> groups, Map<String, Integer> partitions) {
        var all = new ArrayList<TopicPartition>();
        for (var group : groups) {
            var topic = TOPICS.get(group);
            var count = partitions.getOrDefault(topic, 0);
            for (var partition = 0; partition < count; partition++) {
                all.add(new TopicPartition(topic, partition));
            }
        }
        return all;
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec at)
            throws ExecutionException, InterruptedException, TimeoutException {
        var wanted = new HashMap<TopicPartition, OffsetSpec>();
        partitions.forEach(partition -> wanted.put(partition, at));
        var offsets = new HashMap<TopicPartition, Long>();
        if (!wanted.isEmpty()) {
            admin.listOffsets(wanted)
                    .all()
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .forEach((partition, found) -> offsets.put(partition, found.offset()));
        }
        return offsets;
    }

    private Map<TopicPartition, Long> committed(Collection<String> groups)
            throws ExecutionException, InterruptedException, TimeoutException {
        var wanted = new HashMap<String, ListConsumerGroupOffsetsSpec>();
        groups.forEach(group -> wanted.put(group, new ListConsumerGroupOffsetsSpec()));
        var committed = new HashMap<TopicPartition, Long>();
        for (var offsets :
                admin.listConsumerGroupOffsets(wanted)
                        .all()
                        .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                        .values()) {
            offsets.forEach(
                    (TopicPartition partition, @Nullable OffsetAndMetadata offset) -> {
                        if (offset != null) {
                            committed.put(partition, offset.offset());
                        }
                    });
        }
        return committed;
    }

    /** A group without committed offsets begins with the earliest record of each partition. */
    private static List<TopicPartition> uncommitted(
            Map<TopicPartition, Long> ends, Map<TopicPartition, Long> committed) {
        return ends.entrySet().stream()
                .filter(end -> end.getValue() > 0)
                .map(Map.Entry::getKey)
                .filter(partition -> !committed.containsKey(partition))
                .toList();
    }

    private void keep(
            String group,
            int members,
            Map<TopicPartition, Long> ends,
            Map<TopicPartition, Long> committed,
            Map<TopicPartition, Long> starts) {
        var measured = groups.computeIfAbsent(group, this::registered);
        measured.members = members;
        ends.forEach(
                (partition, end) -> {
                    if (partition.topic().equals(TOPICS.get(group))) {
                        var next =
                                committed.getOrDefault(
                                        partition, starts.getOrDefault(partition, 0L));
                        keep(group, measured, partition.partition(), next, end);
                    }
                });
    }

    private void keep(String group, Measured measured, int partition, long next, long end) {
        if (measured.lags.put(partition, Math.max(0, end - next)) == null) {
            Gauge.builder("paylater.kafka.lag", () -> measured.lags.getOrDefault(partition, 0L))
                    .description("Records that the consumer group has not finished yet")
                    .tags("group", group, "partition", Integer.toString(partition))
                    .register(meters);
        }
        if (end > next) {
            measured.standing.compute(
                    partition,
                    (_, standing) ->
                            standing != null && standing.offset() == next
                                    ? standing
                                    : new Standing(next, nanoTime.getAsLong()));
        } else {
            measured.standing.remove(partition);
        }
    }

    private Measured registered(String group) {
        var measured = new Measured();
        Gauge.builder("paylater.kafka.members", () -> measured.members)
                .description("Consumers in the group; none: nobody reads its topic")
                .tag("group", group)
                .register(meters);
        Gauge.builder("paylater.kafka.stalled.seconds", () -> stalled(measured))
                .description("Since when a partition with records left has not got on, the longest")
                .tag("group", group)
                .register(meters);
        return measured;
    }

    private double stalled(Measured measured) {
        return measured.standing.values().stream()
                .mapToDouble(standing -> secondsSince(standing.since()))
                .max()
                .orElse(0);
    }

    private double secondsSince(long nanos) {
        return TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - nanos);
    }

    /** Null for what does not exist, or is not this service's to look at. */
    private static <T> @Nullable T orNull(KafkaFuture<T> future)
            throws ExecutionException, InterruptedException, TimeoutException {
        try {
            return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException
                    || e.getCause() instanceof AuthorizationException) {
                return null;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
