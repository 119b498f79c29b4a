package dev.paylater.kit.kafka;

import dev.paylater.schemas.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Creates the topics of the catalogue that are missing, each with its dead letters, and holds those
 * that exist to what the catalogue wants.
 */
public final class TopicCreation {

    private final Admin admin;
    private final KafkaSettings settings;

    TopicCreation(Admin admin, KafkaSettings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    /** Waits until the topics exist as they must be; fails with a reason. */
    public void ensure(Collection<Topic> topics) {
        var wanted = new ArrayList<NewTopic>();
        for (var topic : topics) {
            var overridden = settings.partitions();
            wanted.add(newTopic(topic, overridden == null ? topic.partitions() : overridden));
            wanted.add(newTopic(topic.deadLetters(), topic.deadLetters().partitions()));
        }
        var existing = new ArrayList<>(wanted);
        admin.createTopics(wanted)
                .values()
                .forEach(
                        (name, creation) -> {
                            if (isCreated(name, creation)) {
                                existing.removeIf(topic -> topic.name().equals(name));
                            }
                        });
        if (!existing.isEmpty()) {
            new ExistingTopics(admin).hold(existing);
        }
    }

    private NewTopic newTopic(Topic topic, int partitions) {
        return new NewTopic(topic.name(), partitions, settings.replicationFactor())
                .configs(
                        Map.of(
                                TopicConfig.CLEANUP_POLICY_CONFIG,
                                topic.compacted()
                                        ? TopicConfig.CLEANUP_POLICY_COMPACT
                                        : TopicConfig.CLEANUP_POLICY_DELETE,
                                topic.compacted()
                                        ? TopicConfig.DELETE_RETENTION_MS_CONFIG
                                        : TopicConfig.RETENTION_MS_CONFIG,
                                Long.toString(topic.retention().toMillis()),
                                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                                Integer.toString(topic.maxMessageBytes()),
                                TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                                Integer.toString(settings.minInsyncReplicas())));
    }

    /** False when it was there before. */
    private static boolean isCreated(String name, KafkaFuture<Void> creation) {
        try {
            creation.get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return false;
            }
            throw new IllegalStateException("Cannot create topic " + name, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while creating topic " + name, e);
        }
    }
}
