package dev.paylater.ops;

import dev.paylater.messaging.DeadLetterOffice.Pile;
import dev.paylater.ops.environment.Kafka;
import dev.paylater.schemas.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * How Kafka and the groups of all services are.
 *
 * @param brokers how many there are
 * @param underReplicated partitions of our topics with fewer copies than they should have
 * @param missing topics of the catalogue that nobody has made; a connector's is made with its first
 *     worker, so none of those
 */
record Cluster(
        int brokers,
        long underReplicated,
        Set<String> missing,
        List<Group> groups,
        List<Letters> deadLetters) {

    /**
     * One consumer group.
     *
     * @param lag records that are written and not done, of all partitions
     */
    record Group(String name, String topic, int members, long lag) {}

    /** Dead letters of a topic, and how many of them were not put back. */
    record Letters(String topic, long letters, long waiting) {}

    static Cluster read(Kafka kafka) throws ExecutionException, InterruptedException {
        List<Letters> letters;
        try (var office = kafka.deadLetters()) {
            letters = office.piles().stream().map(Cluster::letters).toList();
        }
        try (Admin admin = kafka.admin()) {
            int brokers = admin.describeCluster().nodes().get().size();
            Set<String> existing = admin.listTopics().names().get();
            Set<String> missing = new TreeSet<>(expected());
            missing.removeAll(existing);
            Set<String> ours = new HashSet<>(expected());
            ours.addAll(Topic.byGroup().values());
            ours.retainAll(existing);
            var topics = admin.describeTopics(ours).allTopicNames().get();
            return new Cluster(
                    brokers, underReplicated(topics), missing, groups(admin, topics), letters);
        }
    }

    private static Letters letters(Pile pile) {
        return new Letters(pile.topic(), pile.size(), pile.waiting());
    }

    private static Set<String> expected() {
        return Topic.shared().stream().map(Topic::name).collect(Collectors.toSet());
    }

    private static long underReplicated(Map<String, TopicDescription> topics) {
        return topics.values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .filter(partition -> partition.isr().size() < partition.replicas().size())
                .count();
    }

    private static List<Group> groups(Admin admin, Map<String, TopicDescription> topics)
            throws ExecutionException, InterruptedException {
        List<Group> groups = new ArrayList<>();
        for (var each : new TreeMap<>(Topic.byGroup()).entrySet()) {
            TopicDescription topic = topics.get(each.getValue());
            if (topic != null) {
                String name = each.getKey();
                int members = members(admin, name);
                groups.add(new Group(name, topic.name(), members, lag(admin, name, topic)));
            }
        }
        return groups;
    }

    /** The number of members; 0 for a group that Kafka does not know. */
    private static int members(Admin admin, String group)
            throws ExecutionException, InterruptedException {
        try {
            var described = admin.describeConsumerGroups(List.of(group)).describedGroups();
            return described.values().iterator().next().get().members().size();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return 0;
            }
            throw e;
        }
    }

    private static long lag(Admin admin, String group, TopicDescription topic)
            throws ExecutionException, InterruptedException {
        var committed =
                admin.listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
                        .partitionsToOffsetAndMetadata(group)
                        .get();
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        Map<TopicPartition, OffsetSpec> starts = new HashMap<>();
        for (var partition : topic.partitions()) {
            var at = new TopicPartition(topic.name(), partition.partition());
            ends.put(at, OffsetSpec.latest());
            if (committed.get(at) == null) {
                starts.put(at, OffsetSpec.earliest());
            }
        }
        var end = admin.listOffsets(ends).all().get();
        var start = admin.listOffsets(starts).all().get();
        long lag = 0;
        for (var at : end.entrySet()) {
            var done = committed.get(at.getKey());
            var first = start.get(at.getKey());
            long from = done != null ? done.offset() : first != null ? first.offset() : 0;
            lag += Math.max(0, at.getValue().offset() - from);
        }
        return lag;
    }

    /** Why somebody has to look. */
    List<String> troubles() {
        List<String> troubles = new ArrayList<>();
        if (underReplicated > 0) {
            troubles.add("%s partitions have too few copies".formatted(underReplicated));
        }
        if (!missing.isEmpty()) {
            troubles.add("topics are missing: " + String.join(", ", missing));
        }
        groups.stream()
                .filter(group -> group.members() == 0)
                .forEach(group -> troubles.add("nobody reads for " + group.name()));
        deadLetters.stream()
                .filter(each -> each.waiting() > 0)
                .forEach(
                        each ->
                                troubles.add(
                                        "%s dead letters wait on %s"
                                                .formatted(each.waiting(), each.topic())));
        return troubles;
    }
}
