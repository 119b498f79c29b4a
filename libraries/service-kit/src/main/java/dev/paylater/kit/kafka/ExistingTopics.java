package dev.paylater.kit.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;

/**
 * Holds topics that somebody else made to what the catalogue wants. What only keeps more than it
 * did is altered; what would move or has already lost records is refused.
 */
final class ExistingTopics {

    private static final Logger log = LoggerFactory.getLogger(ExistingTopics.class);
    private static final String UNLIMITED = "-1";

    /** Another instance may have created them a moment ago, and this broker not know of it yet. */
    private static final RetryTemplate UNTIL_KNOWN =
            new RetryTemplate(
                    RetryPolicy.builder()
                            .predicate(
                                    e -> e.getCause() instanceof UnknownTopicOrPartitionException)
                            .delay(Duration.ofMillis(100))
                            .maxRetries(300)
                            .build());

    private final Admin admin;

    ExistingTopics(Admin admin) {
        this.admin = admin;
    }

    /** Returns when all of them are as safe as they would be if they were created now. */
    void hold(Collection<NewTopic> wanted) {
        var configs =
                UNTIL_KNOWN.invoke(
                        () -> {
                            requireCopies(wanted);
                            return configs(wanted);
                        });
        for (var topic : wanted) {
            var config = Objects.requireNonNull(configs.get(resource(topic)));
            requireCleanup(topic, config);
            alter(topic, weaker(topic, config));
        }
    }

    private void requireCopies(Collection<NewTopic> wanted) {
        var names = wanted.stream().map(NewTopic::name).toList();
        var found = await("describe topics", admin.describeTopics(names).allTopicNames());
        for (var topic : wanted) {
            for (var partition : Objects.requireNonNull(found.get(topic.name())).partitions()) {
                if (partition.replicas().size() < topic.replicationFactor()) {
                    throw new IllegalStateException(
                            ("Topic %s has %s copies of partition %s, and must have %s. Add"
                                 + " replicas with kafka-reassign-partitions.sh, or set"
                                 + " paylater.kafka.replication-factor to what is meant.")
                                    .formatted(
                                            topic.name(),
                                            partition.replicas().size(),
                                            partition.partition(),
                                            topic.replicationFactor()));
                }
            }
        }
    }

    private Map<ConfigResource, Config> configs(Collection<NewTopic> wanted) {
        var resources = wanted.stream().map(ExistingTopics::resource).toList();
        return await("describe topics", admin.describeConfigs(resources).all());
    }

    private static ConfigResource resource(NewTopic topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
    }

    private static void requireCleanup(NewTopic topic, Config config) {
        var policy = config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
        var wanted = topic.configs().get(TopicConfig.CLEANUP_POLICY_CONFIG);
        if (!policy.equals(wanted)) {
            throw new IllegalStateException(
                    ("Topic %s has cleanup.policy=%s, which drops messages of a payment that are"
                         + " needed. Delete the topic if nothing in it is needed, or run: %s")
                            .formatted(
                                    topic.name(),
                                    policy,
                                    command(
                                            topic,
                                            Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, wanted))));
        }
    }

    /** Settings that must change, and to what. */
    private static Map<String, String> weaker(NewTopic topic, Config config) {
        var changes = new TreeMap<String, String>();
        topic.configs()
                .forEach(
                        (name, least) -> {
                            if (!name.equals(TopicConfig.CLEANUP_POLICY_CONFIG)) {
                                change(changes, config, name, least, is -> isLess(is, least));
                            }
                        });
        change(
                changes,
                config,
                TopicConfig.RETENTION_BYTES_CONFIG,
                UNLIMITED,
                is -> !is.equals(UNLIMITED));
        change(
                changes,
                config,
                TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG,
                "false",
                Boolean::parseBoolean);
        return changes;
    }

    private static void change(
            Map<String, String> changes,
            Config config,
            String name,
            String value,
            Predicate<String> isWeaker) {
        if (isWeaker.test(config.get(name).value())) {
            changes.put(name, value);
        }
    }

    private static boolean isLess(String is, String least) {
        return !is.equals(UNLIMITED) && Long.parseLong(is) < Long.parseLong(least);
    }

    private void alter(NewTopic topic, Map<String, String> changes) {
        if (changes.isEmpty()) {
            return;
        }
        var operations = new ArrayList<AlterConfigOp>();
        changes.forEach(
                (name, value) ->
                        operations.add(
                                new AlterConfigOp(
                                        new ConfigEntry(name, value), AlterConfigOp.OpType.SET)));
        await(
                "change topic " + topic.name() + ". Have it done: " + command(topic, changes),
                admin.incrementalAlterConfigs(Map.of(resource(topic), operations)).all());
        log.warn("Topic {} was set weaker than payments need; set {}", topic.name(), changes);
    }

    private static String command(NewTopic topic, Map<String, String> changes) {
        var settings = changes.entrySet().stream().map(Object::toString).toList();
        return "kafka-configs.sh --alter --topic %s --add-config %s"
                .formatted(topic.name(), String.join(",", settings));
    }

    private static <T> T await(String what, KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Cannot " + what, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted, cannot " + what, e);
        }
    }
}
